//! Writes a PNG file in bands, on all processor cores.
//!
//! Each band is drawn and compressed on its own. The bands depend only on the size of the picture, so the file is the
//! same on every machine, and only a few bands are in memory at a time.

use std::io::Write as _;
use std::ops::Range;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use png::{BitDepth, ColorType, Encoder, EncodingError, chunk};
use rayon::prelude::*;

/// The number of bands of a high picture.
const BANDS: u32 = 24;
/// The minimum number of rows of a band, except of the last.
const LEAST: u32 = 64;
/// The level of compression, of 9. Maps have few colours; higher levels take much longer and gain little.
const LEVEL: u32 = 4;
/// The start of a compressed stream: a window of 32 KiB, and a fast level.
const HEADER: [u8; 2] = [0x78, 0x01];
/// Adler-32 is calculated modulo this.
const BASE: u32 = 65_521;

/// Returns the bands of a picture, as ranges of rows.
pub(super) fn bands(height: u32) -> Vec<Range<u32>> {
    let rows = height.div_ceil(BANDS).max(LEAST);
    (0..height.div_ceil(rows)).map(|band| band * rows..height.min((band + 1) * rows)).collect()
}

/// A compressed band.
struct Band {
    bytes: Vec<u8>,
    /// The checksum and the number of bytes before compression.
    sum: u32,
    count: usize,
}

/// Encodes opaque pixels as a PNG file: `draw` returns the pixels of a band, given its number and rows, three bytes each.
pub(super) fn encode(
    [width, height]: [u32; 2],
    draw: impl Fn(usize, Range<u32>) -> Result<Vec<u8>, String> + Sync,
) -> Result<Vec<u8>, String> {
    let bands = bands(height);
    let last = bands.len().saturating_sub(1);
    let packed = bands.into_par_iter().enumerate().map(|(number, rows)| {
        let pixels = draw(number, rows)?;
        pack(&pixels, width, number == last).map_err(|error| error.to_string())
    });
    let packed: Vec<Band> = packed.collect::<Result<_, String>>()?;
    write([width, height], packed).map_err(|error| error.to_string())
}

/// Compresses the rows of a band. Only the last ends the stream; the others end with a whole byte.
///
/// No filter is applied to the rows: in pictures of few colours, equal rows compress better than their differences.
fn pack(pixels: &[u8], width: u32, is_last: bool) -> std::io::Result<Band> {
    const NO_FILTER: u8 = 0;
    let length = 3 * width as usize;
    let mut rows = Vec::with_capacity(pixels.len() + pixels.len() / length.max(1));
    for row in pixels.chunks_exact(length) {
        rows.push(NO_FILTER);
        rows.extend_from_slice(row);
    }
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(LEVEL));
    encoder.write_all(&rows)?;
    let bytes = match is_last {
        true => encoder.finish()?,
        false => {
            encoder.flush()?;
            std::mem::take(encoder.get_mut())
        }
    };
    Ok(Band { bytes, sum: simd_adler32::adler32(&rows.as_slice()), count: rows.len() })
}

fn write([width, height]: [u32; 2], bands: Vec<Band>) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_chunk(chunk::IDAT, &HEADER)?;
    let mut sum = 1;
    for band in bands {
        writer.write_chunk(chunk::IDAT, &band.bytes)?;
        sum = joined(sum, band.sum, band.count);
    }
    writer.write_chunk(chunk::IDAT, &sum.to_be_bytes())?;
    writer.finish()?;
    Ok(file)
}

/// Returns the Adler-32 checksum of two joined pieces, from their checksums and the length of the second.
fn joined(first: u32, second: u32, length: usize) -> u32 {
    let [low, high] = [first & 0xffff, first >> 16];
    // Every checksum begins at 1, which must be counted once.
    let repeated = (u64::from(low + BASE - 1) * (length as u64 % u64::from(BASE)) % u64::from(BASE)) as u32;
    let low = (low + (second & 0xffff) + BASE - 1) % BASE;
    let high = (high + (second >> 16) + repeated) % BASE;
    high << 16 | low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_cover_every_row_once() {
        for height in [1, 63, 64, 65, 1535, 1536, 1537, 4096, 12_163, 16_384] {
            let rows: Vec<u32> = bands(height).into_iter().flatten().collect();
            assert!(rows.into_iter().eq(0..height), "{height}");
            assert!(bands(height).len() <= BANDS as usize, "{height}");
        }
    }

    #[test]
    fn what_was_drawn_in_bands_is_read_in_one_piece() {
        let mut random = fastrand::Rng::with_seed(5);
        for size in [[1, 1], [3, 64], [257, 65], [64, 1600], [33, 4097]] {
            let [width, height] = size;
            let all: Vec<u8> = (0..3 * width * height).map(|_| random.u8(..) & 0xc0).collect();
            let rows = |_, rows: Range<u32>| {
                let [from, to] = [rows.start, rows.end].map(|row| (3 * width * row) as usize);
                Ok(all[from..to].to_vec())
            };
            let file = encode(size, rows).unwrap();
            let mut reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().unwrap();
            let mut read = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut read).unwrap();
            assert_eq!(([info.width, info.height], &read), (size, &all));
            reader.finish().unwrap();
        }
    }

    #[test]
    fn checksums_of_pieces_are_joined() {
        let data: Vec<u8> = (0..200_000_u32).map(|at| (at.wrapping_mul(at) >> 7) as u8).collect();
        let sum = |data: &[u8]| simd_adler32::adler32(&data);
        for at in [0, 1, 77, 65_521, 65_522, 199_999, 200_000] {
            assert_eq!(joined(sum(&data[..at]), sum(&data[at..]), data.len() - at), sum(&data), "{at}");
        }
    }
}
