//! Reads and writes boards as rows of 81 bytes in the memory of a NumPy array, without copying the array.
//!
//! Python's buffers say where the bytes lie and keep them alive. Access to them is the package's only `unsafe`
//! code: pyo3's safe functions would copy all bytes.
//!
//! Another thread may change an array at any time, so each byte is read and written as an atomic. At worst, a row
//! mixes old and new bytes, and is refused or read as another board.

use crate::refused;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use std::slice;
use std::sync::atomic::{AtomicU8, Ordering};
use sudoku_engine::Board;

/// The number of cells of a board, which is also the number of bytes in a row.
const CELLS: usize = 81;

/// The bytes of a contiguous array. An array of boards has one board in every row of 81 bytes.
pub(crate) struct Rows<'a>(&'a [AtomicU8]);

impl<'a> Rows<'a> {
    /// Borrows an array to read from; an error if the array is not contiguous.
    pub(crate) fn of(array: &'a PyBuffer<u8>) -> PyResult<Self> {
        let bytes = array.as_slice_ptr();
        let bytes = bytes.ok_or_else(|| refused("rows need an array in one piece"))?;
        // SAFETY: the buffer is in one piece, and stays alive and in place while it is borrowed. An atomic
        // byte is laid out as a byte, and both may lie anywhere.
        let bytes =
            unsafe { slice::from_raw_parts(bytes.as_ptr().cast::<AtomicU8>(), bytes.len()) };
        Ok(Self(bytes))
    }

    /// Borrows an array to write to; an error if the array is read-only or not contiguous.
    pub(crate) fn for_results(array: &'a PyBuffer<u8>) -> PyResult<Self> {
        match array.readonly() {
            true => Err(refused("results need an array that can be written to")),
            false => Self::of(array),
        }
    }

    /// Returns the number of rows; an error if the length of the array is not a multiple of 81.
    pub(crate) fn len(&self) -> PyResult<usize> {
        match self.0.len() % CELLS {
            0 => Ok(self.0.len() / CELLS),
            _ => Err(refused("rows need 81 bytes each")),
        }
    }

    /// Reads a row as a board; the byte 0 is a blank, and a byte above 9 is an error.
    pub(crate) fn board(&self, row: usize) -> Result<Board, String> {
        let cells = self
            .0
            .as_chunks::<CELLS>()
            .0
            .get(row)
            .ok_or("no such row")?;
        let values = cells.each_ref().map(|cell| cell.load(Ordering::Relaxed));
        Board::from_values(values).ok_or_else(|| {
            let cell = values.iter().position(|it| *it > 9).unwrap_or(0);
            let (row, column) = (cell / 9 + 1, cell % 9 + 1);
            format!("r{row}c{column} holds {}, not 0 to 9", values[cell])
        })
    }

    /// Writes a board to a row; a blank becomes the byte 0.
    pub(crate) fn set_board(&self, row: usize, board: &Board) -> PyResult<()> {
        let cells = self.0.as_chunks::<CELLS>().0.get(row);
        for (cell, value) in cells.ok_or_else(no_room)?.iter().zip(board.values()) {
            cell.store(*value, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Writes one byte at this index of the array.
    pub(crate) fn set_byte(&self, place: usize, value: u8) -> PyResult<()> {
        let cell = self.0.get(place).ok_or_else(no_room)?;
        cell.store(value, Ordering::Relaxed);
        Ok(())
    }
}

fn no_room() -> PyErr {
    refused("the array of results has no room")
}
