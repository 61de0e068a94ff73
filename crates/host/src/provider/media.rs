//! What data is, by its first bytes. What a server calls it is not asked: a provider refuses the
//! request for a picture that is another one, and each later request of the conversation with it.

use super::base64::byte;

/// The longest side of a picture in pixels that Anthropic and Bedrock take:
/// <https://platform.claude.com/docs/en/build-with-claude/vision>,
/// <https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html>. OpenAI and Gemini
/// state none: they make pictures smaller.
const MAX_SIDE: u32 = 8_000;

/// How many parts of a JPEG come before its size: there are metadata first.
const MAX_SEGMENTS: usize = 1_000;

/// Data that models may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Media {
    Picture { mime_type: &'static str, width: u32, height: u32 },
    Pdf,
}

impl Media {
    /// What data in Base64 is, if it is any of these.
    pub(super) fn of(data: &str) -> Option<Self> {
        let begins = |start: &[u8]| has(data, 0, start);
        let (mime_type, size) = if begins(b"%PDF-") {
            return Some(Self::Pdf);
        } else if begins(b"\x89PNG\r\n\x1a\n") {
            ("image/png", png(data))
        } else if begins(b"\xff\xd8\xff") {
            ("image/jpeg", jpeg(data))
        } else if begins(b"GIF87a") || begins(b"GIF89a") {
            ("image/gif", little(data, 6, 2).zip(little(data, 8, 2)))
        } else if begins(b"RIFF") && has(data, 8, b"WEBP") {
            ("image/webp", webp(data))
        } else {
            return None;
        };
        let (width, height) = size?;
        Some(Self::Picture { mime_type, width, height })
    }
}

/// Whether a provider takes a picture with these sides.
pub(super) fn has_fair_sides(width: u32, height: u32) -> bool {
    (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height)
}

/// The type of a sound, as Gemini names it: <https://ai.google.dev/gemini-api/docs/audio>.
pub(super) fn sound(essence: &str) -> Option<&'static str> {
    Some(match essence {
        "audio/wav" | "audio/x-wav" | "audio/wave" | "audio/vnd.wave" => "audio/wav",
        "audio/mp3" | "audio/mpeg" => "audio/mp3",
        "audio/aiff" | "audio/x-aiff" => "audio/aiff",
        "audio/aac" => "audio/aac",
        "audio/ogg" => "audio/ogg",
        "audio/flac" | "audio/x-flac" => "audio/flac",
        _ => return None,
    })
}

fn has(data: &str, at: usize, expected: &[u8]) -> bool {
    expected.iter().enumerate().all(|(offset, own)| byte(data, at + offset) == Some(*own))
}

/// A number of some bytes, the most significant one first.
fn big(data: &str, at: usize, count: usize) -> Option<u32> {
    (at..at + count).try_fold(0, |number, at| Some(number << 8 | u32::from(byte(data, at)?)))
}

/// A number of some bytes, the least significant one first.
fn little(data: &str, at: usize, count: usize) -> Option<u32> {
    (at..at + count).rev().try_fold(0, |number, at| Some(number << 8 | u32::from(byte(data, at)?)))
}

fn png(data: &str) -> Option<(u32, u32)> {
    has(data, 12, b"IHDR").then_some(())?;
    big(data, 16, 4).zip(big(data, 20, 4))
}

/// Source: [ITU-T T.81](https://www.w3.org/Graphics/JPEG/itu-t81.pdf), B.1 and B.2.
fn jpeg(data: &str) -> Option<(u32, u32)> {
    let mut at = 2;
    for _ in 0..MAX_SEGMENTS {
        match (byte(data, at)?, byte(data, at + 1)?) {
            (0xff, 0xff) => at += 1,
            (0xff, 0x01 | 0xd0..=0xd7) => at += 2,
            // A frame, with its precision before its height and width.
            (0xff, 0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf) => {
                return big(data, at + 7, 2).zip(big(data, at + 5, 2));
            }
            // What is shown begins, or ends.
            (0xff, 0xd8..=0xda) => return None,
            (0xff, _) => at += 2 + usize::try_from(big(data, at + 2, 2)?).ok()?,
            _ => return None,
        }
    }
    None
}

/// Source: [RFC 9649](https://www.rfc-editor.org/rfc/rfc9649) and RFC 6386, 9.1.
fn webp(data: &str) -> Option<(u32, u32)> {
    let one_more = |number: u32| number + 1;
    if has(data, 12, b"VP8 ") && has(data, 23, b"\x9d\x01\x2a") {
        let side = |at| little(data, at, 2).map(|side| side & 0x3fff);
        side(26).zip(side(28))
    } else if has(data, 12, b"VP8L") && has(data, 20, b"\x2f") {
        let sides = little(data, 21, 4)?;
        Some((one_more(sides & 0x3fff), one_more(sides >> 14 & 0x3fff)))
    } else if has(data, 12, b"VP8X") {
        little(data, 24, 3).map(one_more).zip(little(data, 27, 3).map(one_more))
    } else {
        None
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Bytes in Base64.
    pub(in crate::provider) fn encode(bytes: &[u8]) -> String {
        const DIGITS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut text = String::new();
        for three in bytes.chunks(3) {
            let at = |at: usize| u32::from(three.get(at).copied().unwrap_or_default());
            let number = at(0) << 16 | at(1) << 8 | at(2);
            for place in 0..4 {
                let digit = (number >> (18 - 6 * place) & 63) as usize;
                text.push(if place > three.len() { '=' } else { char::from(DIGITS[digit]) });
            }
        }
        text
    }

    /// A PNG of this size, as far as it is looked at.
    pub(in crate::provider) fn png_of(width: u32, height: u32) -> String {
        let start = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".as_slice();
        encode(&[start, &width.to_be_bytes(), &height.to_be_bytes(), b"\x08\x06\0\0\0"].concat())
    }

    #[test]
    fn data_is_what_its_first_bytes_say() {
        let picture = |mime_type, width, height| Some(Media::Picture { mime_type, width, height });
        let metadata = [b"\xff\xe1\xff\xfe".as_slice(), &[7; 0xfffc]].concat();
        let frame = b"\xff\xff\xc2\0\x11\x08\0\x02\x01\0\x03".as_slice();
        let jpeg = [b"\xff\xd8\xff\xe0\0\x04ab".as_slice(), &metadata, frame].concat();
        let cases: [(&[u8], Option<Media>); 14] = [
            (b"%PDF-1.7", Some(Media::Pdf)),
            (b"GIF89a\x03\0\0\x01..", picture("image/gif", 3, 256)),
            (b"GIF89a\x03", None),
            (&jpeg, picture("image/jpeg", 256, 2)),
            (b"\xff\xd8\xff\xd9", None),
            (b"\xff\xd8\xff\xe0\0\0\xff\xe0", None),
            (b"\xff\xd8\xff", None),
            (
                b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x05\x40\x06\0",
                picture("image/webp", 5, 6),
            ),
            (b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x04\x40\x01\0", picture("image/webp", 5, 6)),
            (b"RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x04\0\0\x05\0\0", picture("image/webp", 5, 6)),
            (b"RIFF\0\0\0\0WAVEfmt ", None),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", None),
            (b"BM", None),
            (b"", None),
        ];
        for (bytes, expected) in cases {
            assert_eq!(
                Media::of(&encode(bytes)),
                expected,
                "{:?}",
                bytes.escape_ascii().to_string()
            );
        }
        assert_eq!(Media::of(&png_of(1, 20_000)), picture("image/png", 1, 20_000));
    }

    #[test]
    fn every_beginning_of_a_picture_is_read() {
        let whole = [b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x02\0\x03".as_slice(), &[0; 9]]
            .concat();
        for length in 0..whole.len() {
            let read = Media::of(&encode(&whole[..length]));
            assert_eq!(read.is_some(), length >= 17, "{length}");
        }
        let endless = encode(&[b"\xff\xd8".as_slice(), &[0xff; 100_000]].concat());
        assert_eq!(Media::of(&endless), None);
    }
}
