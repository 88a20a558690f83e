//! Reads the user's own picture for a cover, in JPEG (ITU T.81) or PNG. The compressed data go into the PDF
//! unchanged. So this module only reads the picture's size and colours, and checks that the file is complete.

use super::PrintError;
use super::palette::ColourSpace;
use std::io::Read;
use std::path::Path;

/// The maximum size of a picture's file, in bytes.
const LARGEST: u64 = 64 << 20;
/// The maximum length of a side, in pixels.
const LONGEST: u32 = 20_000;
/// The minimum resolution on paper, in dots per inch: below 200 a print looks coarse.
const LEAST_RESOLUTION: f64 = 200.0;

/// The compression of a picture's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::print) enum Packing {
    /// A complete JPEG file.
    Jpeg,
    /// Deflated rows with PNG's predictors.
    Png,
}

/// A picture for a cover, in compressed form.
#[derive(Debug, Clone, PartialEq)]
pub struct CoverPicture {
    pub(in crate::print) width: u32,
    pub(in crate::print) height: u32,
    /// The number of colours per pixel: 1 for grey, 3 for RGB, 4 for CMYK.
    pub(in crate::print) colours: u8,
    pub(in crate::print) packing: Packing,
    /// `true` if 0 is full ink, as in the four-colour JPEGs of Adobe's programs.
    pub(in crate::print) inverted: bool,
    pub(in crate::print) data: Vec<u8>,
}

impl CoverPicture {
    /// Reads a picture for a cover with this colour space.
    ///
    /// # Errors
    /// If the file is not a JPEG or PNG that can be printed, or uses colours that the cover does not allow.
    pub fn open(path: &Path, space: ColourSpace) -> Result<Self, PrintError> {
        let unreadable = |source| PrintError::Unreadable {
            path: path.to_owned(),
            source,
        };
        let refuse = |why: String| {
            let said = format!("{} cannot be used as a picture: {why}", path.display());
            Err(PrintError::Impossible(said))
        };
        if std::fs::metadata(path).map_err(unreadable)?.len() > LARGEST {
            return refuse("it has more than 64 MB".to_owned());
        }
        let bytes = std::fs::read(path).map_err(unreadable)?;
        let read = match bytes.as_slice() {
            [0xff, 0xd8, ..] => jpeg(&bytes),
            [0x89, b'P', b'N', b'G', ..] => png(&bytes),
            _ => Err("it is neither JPEG nor PNG"),
        };
        let picture = match read {
            Ok(picture) => picture,
            Err(why) => return refuse(why.to_owned()),
        };
        let (width, height) = (picture.width, picture.height);
        if width == 0 || height == 0 || width.max(height) > LONGEST {
            return refuse(format!(
                "{width}×{height} pixels; each side may have 1 to {LONGEST}"
            ));
        }
        match (space, picture.colours) {
            (ColourSpace::Cmyk, 3) => refuse(
                "its colours are red, green and blue, and this cover is CMYK: save it as a CMYK JPEG or in grey"
                    .to_owned(),
            ),
            (ColourSpace::Rgb, 4) => {
                refuse("its colours are CMYK, and this cover is RGB: leave --colours rgb out".to_owned())
            }
            _ => Ok(picture),
        }
    }

    /// Returns the width and height in points at which the picture just covers an area of this size.
    ///
    /// # Errors
    /// If the picture has too few pixels for the area.
    pub(in crate::print) fn filling(
        &self,
        width: f64,
        height: f64,
    ) -> Result<(f64, f64), PrintError> {
        let (wide, high) = (f64::from(self.width), f64::from(self.height));
        let scale = (width / wide).max(height / high);
        let resolution = crate::print::INCH / scale;
        if resolution < LEAST_RESOLUTION {
            let needed = |side: f64| (side / crate::print::INCH * LEAST_RESOLUTION).ceil();
            let said = format!(
                "--image has {}×{} pixels, {resolution:.0} an inch on this cover: at least {}×{} are needed for {LEAST_RESOLUTION} an inch",
                self.width,
                self.height,
                needed(width),
                needed(height)
            );
            return Err(PrintError::Impossible(said));
        }
        Ok((wide * scale, high * scale))
    }
}

fn jpeg(bytes: &[u8]) -> Result<CoverPicture, &'static str> {
    let damaged = "the JPEG is damaged";
    let (mut at, mut is_adobe) = (2, false);
    loop {
        let &[0xff, marker, high, low] = bytes.get(at..at + 4).ok_or(damaged)? else {
            return Err(damaged);
        };
        if marker == 0xff {
            at += 1;
            continue;
        }
        let length = usize::from(u16::from_be_bytes([high, low]));
        let body = bytes.get(at + 4..at + 2 + length.max(2)).ok_or(damaged)?;
        match marker {
            0xee => is_adobe |= body.starts_with(b"Adobe"),
            0xc0..=0xc2 => {
                let &[depth, h1, h0, w1, w0, colours, ..] = body else {
                    return Err(damaged);
                };
                if depth != 8 {
                    return Err("it has more than eight bits a colour");
                }
                if !matches!(colours, 1 | 3 | 4) {
                    return Err("it has neither one, three nor four colours");
                }
                // A truncated file lacks the end marker.
                if !bytes[at..].windows(2).any(|pair| pair == [0xff, 0xd9]) {
                    return Err(damaged);
                }
                return Ok(CoverPicture {
                    width: u32::from(u16::from_be_bytes([w1, w0])),
                    height: u32::from(u16::from_be_bytes([h1, h0])),
                    colours,
                    packing: Packing::Jpeg,
                    inverted: is_adobe && colours == 4,
                    data: bytes.to_vec(),
                });
            }
            0xc3..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                return Err("this kind of JPEG is too rare: save it as baseline or progressive");
            }
            0xd9 | 0xda => return Err(damaged),
            _ => {}
        }
        at += 2 + length;
    }
}

fn png(bytes: &[u8]) -> Result<CoverPicture, &'static str> {
    let damaged = "the PNG is damaged";
    let number = |at: usize| -> Option<u32> {
        Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
    };
    let head = bytes.get(16..29).ok_or(damaged)?;
    let (width, height) = (number(16).ok_or(damaged)?, number(20).ok_or(damaged)?);
    let colours: u8 = match (head[8], head[9], head[12]) {
        (8, 0, 0) => 1,
        (8, 2, 0) => 3,
        (_, 4 | 6, _) => {
            return Err("it has an alpha channel, and print has no transparency: save it without");
        }
        _ => return Err("save the PNG with eight bits a colour, without palette and interlacing"),
    };
    let (mut at, mut data) = (8, Vec::new());
    loop {
        let length = number(at).ok_or(damaged)? as usize;
        let body = at + 8..(at + 8).saturating_add(length);
        let kind = bytes.get(at + 4..at + 8).ok_or(damaged)?;
        let body = bytes.get(body).ok_or(damaged)?;
        match kind {
            b"IDAT" => data.extend_from_slice(body),
            b"tRNS" => return Err("it has a transparent colour: save it without"),
            b"IEND" => break,
            _ => {}
        }
        at += 12 + length;
    }
    let row = 1 + u64::from(width) * u64::from(colours);
    let wanted = row * u64::from(height);
    let mut rows = flate2::read::ZlibDecoder::new(data.as_slice()).take(wanted + 1);
    if std::io::copy(&mut rows, &mut std::io::sink()).ok() != Some(wanted) {
        return Err(damaged);
    }
    Ok(CoverPicture {
        width,
        height,
        colours,
        packing: Packing::Png,
        inverted: false,
        data,
    })
}
