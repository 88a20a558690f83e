//! Reads a page's content: its operators, with positions, sizes and ink (ISO 32000-1, annex A).

use super::file::{Page, ParsedPdf};
use super::fonts::Characters;
use super::items::{CAPITAL, PageArea, PageItem, PageWords, Point};
use super::object::{Dict, Object, PdfLexer};
use super::symbols::PictureForms;
use crate::print::PrintError;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum depth of nested forms.
const DEEPEST: usize = 8;
/// The maximum number of operands and operators that are read for one page, including those of its forms. A form counts
/// again each time it is painted.
const MOST_OBJECTS: usize = 8_000_000;
/// The cost of each use of a form, as two numbers `(a, b)`: a form of `n` bytes costs as much as `a + n / b` operators.
const FORM: (usize, usize) = (64, 16);

#[derive(Debug, Clone)]
struct GraphicsState {
    matrix: [f64; 6],
    fill: f64,
    stroke: f64,
    width: f64,
    font: Option<String>,
    size: f64,
    /// The extra space after every letter, and the extra space after every word.
    spacing: (f64, f64),
    /// The horizontal stretch of letters.
    stretch: f64,
    rise: f64,
}

fn times(a: [f64; 6], b: [f64; 6]) -> [f64; 6] {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

fn at(matrix: [f64; 6], (x, y): Point) -> Point {
    (
        matrix[0] * x + matrix[2] * y + matrix[4],
        matrix[1] * x + matrix[3] * y + matrix[5],
    )
}

/// Returns the factor by which a matrix enlarges lengths, on average.
fn scale(matrix: [f64; 6]) -> f64 {
    (matrix[0] * matrix[3] - matrix[1] * matrix[2]).abs().sqrt()
}

const IDENTITY: [f64; 6] = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// A reader of pages, which keeps the data of fonts from one page to the next.
pub(in crate::print) struct PageReader<'a, 'b> {
    file: &'b ParsedPdf<'a>,
    fonts: BTreeMap<Option<u32>, BTreeMap<String, Characters>>,
    pictures: PictureForms,
    /// The object numbers of the pictures whose shapes have already been read.
    known: BTreeSet<u32>,
    /// The number of operands and operators that can still be read before the page exceeds the limit.
    left: usize,
}

impl<'a, 'b> PageReader<'a, 'b> {
    pub(in crate::print) fn new(file: &'b ParsedPdf<'a>) -> Self {
        Self {
            file,
            fonts: BTreeMap::new(),
            pictures: PictureForms::of(file),
            known: BTreeSet::new(),
            left: MOST_OBJECTS,
        }
    }

    /// Returns the items that a page paints.
    pub(in crate::print) fn items(&mut self, page: &Page) -> Result<Vec<PageItem>, PrintError> {
        let content = self.file.content(page)?;
        let resources = page.dict.get("Resources").cloned().unwrap_or(Object::Null);
        let mut items = Vec::new();
        self.left = MOST_OBJECTS;
        self.run(&content, &resources, IDENTITY, 0, &mut items);
        if self.left == 0 {
            let said = format!("more than {MOST_OBJECTS} operators, which cannot be checked");
            items.push(PageItem::Other(said));
        }
        Ok(items)
    }

    fn run(
        &mut self,
        content: &[u8],
        resources: &Object,
        matrix: [f64; 6],
        depth: usize,
        items: &mut Vec<PageItem>,
    ) {
        let key = resources.reference();
        let Some(Object::Dict(dict)) = self.file.resolve(resources) else {
            return;
        };
        let fonts = match key.and_then(|_| self.fonts.remove(&key)) {
            Some(fonts) => fonts,
            None => self.read_fonts(&dict),
        };
        let mut forms = Vec::new();
        Machine::new(matrix, &fonts, items, &mut forms).run(content, &mut self.left);
        if key.is_some() {
            self.fonts.insert(key, fonts);
        }
        for (name, matrix) in forms {
            if self.left == 0 {
                return;
            }
            self.run_form(&dict, &name, matrix, resources, depth, items);
        }
    }

    fn run_form(
        &mut self,
        dict: &Dict,
        name: &str,
        matrix: [f64; 6],
        outer: &Object,
        depth: usize,
        items: &mut Vec<PageItem>,
    ) {
        let objects = self.file.get_dict(dict, "XObject").unwrap_or_default();
        let number = objects.get(name).and_then(Object::reference);
        let symbol =
            number.and_then(|it| Some((it, self.pictures.symbol(it, |to| at(matrix, to))?)));
        let Some((key, symbol)) = symbol else {
            return self.run_object(number, name, matrix, outer, depth, items);
        };
        items.push(PageItem::Text(symbol));
        // All uses of a picture have the same inks.
        if self.known.insert(key) {
            let mut parts = Vec::new();
            self.run_object(number, name, matrix, outer, depth, &mut parts);
            items.extend(parts.into_iter().map(PageItem::within_picture));
        }
    }

    /// Adds the items that a form with this object number paints. A missing object or an image is added as
    /// [`PageItem::Other`]. A form without resources of its own uses the resources `outer`.
    fn run_object(
        &mut self,
        number: Option<u32>,
        name: &str,
        matrix: [f64; 6],
        outer: &Object,
        depth: usize,
        items: &mut Vec<PageItem>,
    ) {
        let Some((form, data)) = number.and_then(|number| self.file.stream(number)) else {
            items.push(PageItem::Other(format!("XObject {name}, which is missing")));
            return;
        };
        self.left = self.left.saturating_sub(FORM.0 + data.len() / FORM.1);
        if form.get("Subtype").and_then(Object::name) != Some("Form") || depth >= DEEPEST {
            items.push(PageItem::Other("an image".to_owned()));
            return;
        }
        if form.contains_key("Group") {
            items.push(PageItem::Other("a transparency group".to_owned()));
        }
        let own = self.file.get(&form, "Matrix");
        let own = own.as_ref().and_then(Object::array).map(|items| {
            std::array::from_fn(|n| items.get(n).and_then(Object::number).unwrap_or(IDENTITY[n]))
        });
        let matrix = times(own.unwrap_or(IDENTITY), matrix);
        let resources = form.get("Resources").unwrap_or(outer).clone();
        self.run(&data, &resources, matrix, depth + 1, items);
    }

    fn read_fonts(&self, resources: &Dict) -> BTreeMap<String, Characters> {
        let fonts = self.file.get_dict(resources, "Font").unwrap_or_default();
        let read =
            |(name, font): (&String, &Object)| (name.clone(), Characters::read(self.file, font));
        fonts.iter().map(read).collect()
    }
}

/// The state of a content stream while it is interpreted.
struct Machine<'f, 'i> {
    state: GraphicsState,
    saved: Vec<GraphicsState>,
    fonts: &'f BTreeMap<String, Characters>,
    items: &'i mut Vec<PageItem>,
    forms: &'i mut Vec<(String, [f64; 6])>,
    text: [f64; 6],
    line: [f64; 6],
    leading: f64,
    here: Point,
    start: Point,
    segments: Vec<(Point, Point)>,
    /// The boxes around the shapes of the current path.
    shapes: Vec<PageArea>,
}

impl<'f, 'i> Machine<'f, 'i> {
    fn new(
        matrix: [f64; 6],
        fonts: &'f BTreeMap<String, Characters>,
        items: &'i mut Vec<PageItem>,
        forms: &'i mut Vec<(String, [f64; 6])>,
    ) -> Self {
        Self {
            state: GraphicsState {
                matrix,
                fill: 1.0,
                stroke: 1.0,
                width: 1.0,
                font: None,
                size: 0.0,
                spacing: (0.0, 0.0),
                stretch: 1.0,
                rise: 0.0,
            },
            saved: Vec::new(),
            fonts,
            items,
            forms,
            text: IDENTITY,
            line: IDENTITY,
            leading: 0.0,
            here: (0.0, 0.0),
            start: (0.0, 0.0),
            segments: Vec::new(),
            shapes: Vec::new(),
        }
    }

    /// Interprets a content stream up to its end, or until `left` is 0. Every operand and operator reduces `left` by 1.
    /// An array reduces `left` further, by the number of its items.
    fn run(&mut self, content: &[u8], left: &mut usize) {
        let mut lexer = PdfLexer::new(content, 0);
        let mut operands: Vec<Object> = Vec::new();
        while lexer.at < content.len() && *left > 0 {
            let object = lexer.object();
            let items = object
                .as_ref()
                .and_then(Object::array)
                .map_or(0, <[_]>::len);
            *left = left.saturating_sub(1 + items);
            match object {
                Some(Object::Operator(operator)) => {
                    self.operate(&operator, &operands);
                    operands.clear();
                }
                Some(operand) => operands.push(operand),
                None => lexer.at += 1,
            }
        }
    }

    fn operate(&mut self, operator: &str, operands: &[Object]) {
        let number = |n: usize| operands.get(n).and_then(Object::number).unwrap_or(0.0);
        let matrix = || std::array::from_fn(number);
        match operator {
            "q" => self.saved.push(self.state.clone()),
            "Q" => self.state = self.saved.pop().unwrap_or_else(|| self.state.clone()),
            "cm" => self.state.matrix = times(matrix(), self.state.matrix),
            "w" => self.state.width = number(0),
            "g" => self.state.fill = 1.0 - number(0),
            "G" => self.state.stroke = 1.0 - number(0),
            "k" | "K" if number(0) + number(1) + number(2) == 0.0 => match operator {
                "k" => self.state.fill = number(3),
                _ => self.state.stroke = number(3),
            },
            "m" | "l" | "re" | "c" | "v" | "y" | "h" => self.path(operator, number),
            "S" | "s" | "f" | "F" | "f*" | "B" | "B*" | "b" | "b*" | "n" => self.paint(operator),
            "Do" => {
                let name = operands.first().and_then(Object::name).unwrap_or_default();
                self.forms.push((name.to_owned(), self.state.matrix));
            }
            "rg" | "RG" | "k" | "K" | "cs" | "CS" | "sc" | "SC" | "scn" | "SCN" | "sh" | "gs"
            | "BI" => {
                self.items
                    .push(PageItem::Other(format!("operator {operator}")));
            }
            _ => self.write(operator, operands),
        }
    }

    fn path(&mut self, operator: &str, number: impl Fn(usize) -> f64) {
        let matrix = self.state.matrix;
        let to = |n: usize| at(matrix, (number(n), number(n + 1)));
        match operator {
            "m" => {
                self.here = to(0);
                self.begin_shape();
            }
            "l" => self.line_to(to(0)),
            "h" => self.line_to(self.start),
            "re" => {
                let (x, y, width, height) = (number(0), number(1), number(2), number(3));
                let corners = [
                    (x, y),
                    (x + width, y),
                    (x + width, y + height),
                    (x, y + height),
                ];
                let corners = corners.map(|corner| at(matrix, corner));
                self.here = corners[0];
                self.begin_shape();
                for corner in [corners[1], corners[2], corners[3], corners[0]] {
                    self.line_to(corner);
                }
            }
            "c" => {
                self.stretch(to(0));
                self.stretch(to(2));
                self.here = to(4);
                self.stretch(self.here);
            }
            _ => {
                self.stretch(to(0));
                self.here = to(2);
                self.stretch(self.here);
            }
        }
    }

    fn line_to(&mut self, to: Point) {
        self.segments.push((self.here, to));
        self.here = to;
        self.stretch(to);
    }

    fn begin_shape(&mut self) {
        let (x, y) = self.here;
        self.start = self.here;
        self.shapes.push([x, y, x, y]);
    }

    fn stretch(&mut self, (x, y): Point) {
        if let Some(shape) = self.shapes.last_mut() {
            let [left, bottom, right, top] = *shape;
            *shape = [left.min(x), bottom.min(y), right.max(x), top.max(y)];
        }
    }

    fn paint(&mut self, operator: &str) {
        let segments = std::mem::take(&mut self.segments);
        let shapes = std::mem::take(&mut self.shapes);
        let (fills, strokes) = match operator {
            "f" | "F" | "f*" => (true, false),
            "S" | "s" => (false, true),
            "n" => (false, false),
            _ => (true, true),
        };
        if fills {
            let ink = self.state.fill;
            let filled = shapes.into_iter().map(|shape| PageItem::Fill(shape, ink));
            self.items.extend(filled);
        }
        if strokes {
            let width = self.state.width * scale(self.state.matrix);
            self.items
                .push(PageItem::Lines(segments, width, self.state.stroke));
        }
    }

    fn write(&mut self, operator: &str, operands: &[Object]) {
        let number = |n: usize| operands.get(n).and_then(Object::number).unwrap_or(0.0);
        let moved = |line: [f64; 6], x: f64, y: f64| times([1.0, 0.0, 0.0, 1.0, x, y], line);
        match operator {
            "BT" => (self.text, self.line) = (IDENTITY, IDENTITY),
            "Tf" => {
                self.state.font = operands.first().and_then(Object::name).map(str::to_owned);
                self.state.size = number(1);
            }
            "Tc" => self.state.spacing.0 = number(0),
            "Tw" => self.state.spacing.1 = number(0),
            "Tz" => self.state.stretch = number(0) / 100.0,
            "Ts" => self.state.rise = number(0),
            "TL" => self.leading = number(0),
            "Tm" => {
                self.line = std::array::from_fn(number);
                self.text = self.line;
            }
            "Td" | "TD" => {
                if operator == "TD" {
                    self.leading = -number(1);
                }
                self.line = moved(self.line, number(0), number(1));
                self.text = self.line;
            }
            "T*" => {
                self.line = moved(self.line, 0.0, -self.leading);
                self.text = self.line;
            }
            "Tj" | "'" | "\"" => {
                if operator == "\"" {
                    self.state.spacing = (number(1), number(0));
                }
                if operator != "Tj" {
                    self.line = moved(self.line, 0.0, -self.leading);
                    self.text = self.line;
                }
                if let Some(Object::Text(codes)) = operands.last() {
                    self.show(codes);
                }
            }
            "TJ" => {
                for item in operands.first().and_then(Object::array).unwrap_or_default() {
                    match item {
                        Object::Text(codes) => self.show(codes),
                        Object::Number(back) => {
                            let GraphicsState { size, stretch, .. } = self.state;
                            self.text = moved(self.text, -back / 1000.0 * size * stretch, 0.0);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn show(&mut self, codes: &[u8]) {
        let state = &self.state;
        let font = state.font.as_ref().and_then(|name| self.fonts.get(name));
        let mut text = String::new();
        let (mut x, mut end) = (0.0, 0.0);
        for set in font.into_iter().flat_map(|font| font.decode(codes)) {
            text.push(set.character);
            let width = set.width * state.size;
            if !set.character.is_whitespace() {
                end = x + width * state.stretch;
            }
            let between = if set.is_space { state.spacing.1 } else { 0.0 };
            x += (width + state.spacing.0 + between) * state.stretch;
        }
        let matrix = times(self.text, state.matrix);
        let begin = at(matrix, (0.0, state.rise));
        let top = at(matrix, (0.0, state.rise + CAPITAL * state.size));
        self.items.push(PageItem::Text(PageWords {
            begin,
            up: (top.0 - begin.0, top.1 - begin.1),
            end: at(matrix, (end, state.rise)),
            size: state.size * scale(matrix),
            turned: matrix[0] < 0.0,
            text,
            ink: state.fill,
        }));
        self.text = times([1.0, 0.0, 0.0, 1.0, x, 0.0], self.text);
    }
}
