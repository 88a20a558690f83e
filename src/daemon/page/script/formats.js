// The formats that hold a whole pack in one file and that every build has, each with who reads it.

import { words } from "./texts.js";

const FORMATS = {
  sdm: ["81 digits a line: SudoCue, OpenSudoku, LibreSudoku", "每行 81 个数字：SudoCue、OpenSudoku、LibreSudoku"],
  line: ["81 characters a line, a dot for a blank: read by everything", "每行 81 个字符，空格用点：通用"],
  hodoku: ["library lines of HoDoKu", "HoDoKu 题库"],
  opensudoku: ["XML with a folder a level: OpenSudoku, LibreSudoku", "XML，每个难度一个目录：OpenSudoku、LibreSudoku"],
  sudokupad: ["links that open in SudokuPad", "SudokuPad 链接"],
  "f-puzzles": ["links that open in f-puzzles", "f-puzzles 链接"],
  scf: ["some 32 characters a puzzle, for links and QR codes", "每题约 32 个字符，用于链接和二维码"],
  sgt: ["game ids of Simon Tatham's Solo", "Simon Tatham 的 Solo 题号"],
  markdown: ["drawn in a document, solutions folded away", "文档中的盘面，答案折叠"],
  csv: ["a table with solutions and ratings: data frames", "含答案和评级的表格"],
  "csv-excel": ["the same for spreadsheets", "同上，供电子表格使用"],
  "csv-kaggle": ["quizzes,solutions: machine learning sets", "quizzes,solutions：机器学习数据集"],
  "csv-rated": [
    "source,question,answer,rating: machine learning sets",
    "source,question,answer,rating：机器学习数据集",
  ],
  json: ["one JSON array with all ratings", "一个 JSON 数组，含全部评级"],
  jsonl: ["one JSON object a line with all ratings", "每行一个 JSON 对象，含全部评级"],
  sqlite: ["a database with tables of puzzles and rules", "含题目表和规则表的数据库"],
  exchange: ["100-byte records of the Sudoku Exchange bank", "Sudoku Exchange 题库的 100 字节记录"],
};

/** Pairs of a format's name and what a list says of it. */
export function formats() {
  const nth = words.code === "zh" ? 1 : 0;
  return Object.entries(FORMATS).map(([name, abouts]) => [name, `${name} – ${abouts[nth]}`]);
}
