//! Makes, reads and writes secret keys, and signs with them. Keys and signatures are lines in base64. These are
//! their bytes:
//!
//! ```text
//! secret key    0  "Ed"
//!               2  how the key is encrypted (0: not)
//!               4  "B2"
//!               6  salt and cost of the password: 48 zeros
//!              54  id
//!              62  seed and public half
//!             126  BLAKE2b-256 of "Ed", id, seed and public half
//! public key       "Ed", id, public half
//! signature        line 1: "ED", id, signature of the file's BLAKE2b-512
//!                  line 2: signature of that signature and the comment
//! ```

use super::error::KeyFault;
use super::{PUBLIC_CHARACTERS, TRUSTED, UNTRUSTED, key_line};
use blake2b_simd::{Params, blake2b};
use ct_codecs::{Base64, Decoder, Encoder};
use ed25519_compact::{KeyPair, Seed};

const ALGORITHM: &[u8] = b"Ed";
/// The two bytes that name the signature algorithm, which signs the hash of a file and not the file itself.
const OF_HASH: &[u8] = b"ED";
const CHECKSUM: &[u8] = b"B2";
const NO_PASSWORD: &[u8] = &[0, 0];
const BY_PASSWORD: &[u8] = b"Sc";
const SECRET_BYTES: usize = 158;

/// A key that signs, and its public half. The type does not implement `Debug`, so that no message can show a key.
pub struct SigningKey {
    id: [u8; 8],
    pair: KeyPair,
}

impl SigningKey {
    /// Makes a key from 40 random bytes.
    pub fn from_random(random: &[u8; 40]) -> Self {
        let (mut id, mut seed) = ([0; 8], [0; 32]);
        id.copy_from_slice(&random[..8]);
        seed.copy_from_slice(&random[8..]);
        let pair = KeyPair::from_seed(Seed::new(seed));
        Self { id, pair }
    }

    /// Reads the text of a secret key's file.
    ///
    /// # Errors
    /// If the text is not a secret key, is damaged, or is protected by a password.
    pub fn read(text: &str) -> Result<Self, KeyFault> {
        let line = key_line(text).ok_or(KeyFault::NotSecret)?;
        if line.len() == PUBLIC_CHARACTERS {
            return Err(KeyFault::Public);
        }
        let bytes = Base64::decode_to_vec(line, None).map_err(|_| KeyFault::NotSecret)?;
        let is_secret = bytes.len() == SECRET_BYTES && &bytes[..2] == ALGORITHM;
        match is_secret.then(|| (&bytes[2..4], &bytes[4..6])) {
            Some((NO_PASSWORD, CHECKSUM)) => {}
            Some((BY_PASSWORD, CHECKSUM)) => return Err(KeyFault::Password),
            _ => return Err(KeyFault::NotSecret),
        }
        let mut id = [0; 8];
        id.copy_from_slice(&bytes[54..62]);
        let pair = KeyPair::from_slice(&bytes[62..126]).map_err(|_| KeyFault::Damaged)?;
        // Signing with the public half of another seed would give the seed away.
        pair.validate().map_err(|_| KeyFault::Damaged)?;
        let key = Self { id, pair };
        // minisign before 0.12 gives keys without a password no checksum.
        match key.checksum() == bytes[126..] || bytes[126..] == [0; 32] {
            true => Ok(key),
            false => Err(KeyFault::Damaged),
        }
    }

    /// Returns the text of the secret key's file.
    ///
    /// # Errors
    /// Never in practice: only very long data can't be encoded, and keys are short.
    pub fn secret_text(&self) -> Result<String, ct_codecs::Error> {
        let parts: [&[u8]; 6] = [
            ALGORITHM,
            NO_PASSWORD,
            CHECKSUM,
            &[0; 48],
            &self.id,
            &self.pair.sk[..],
        ];
        let bytes = [&parts.concat(), &self.checksum()[..]].concat();
        let line = Base64::encode_to_string(bytes)?;
        let name = self.name();
        Ok(format!(
            "{UNTRUSTED}sudoku-factory secret key {name}\n{line}\n"
        ))
    }

    /// Returns the line of the public key's file that contains the key.
    ///
    /// # Errors
    /// Never in practice: only very long data can't be encoded, and keys are short.
    pub fn public_line(&self) -> Result<String, ct_codecs::Error> {
        Base64::encode_to_string([ALGORITHM, &self.id, &self.pair.pk[..]].concat())
    }

    /// Returns the text of the public key's file.
    ///
    /// # Errors
    /// Never in practice: only very long data can't be encoded, and keys are short.
    pub fn public_text(&self) -> Result<String, ct_codecs::Error> {
        let (name, line) = (self.name(), self.public_line()?);
        Ok(format!(
            "{UNTRUSTED}sudoku-factory public key {name}\n{line}\n"
        ))
    }

    /// Returns the id of the key as minisign writes it: 16 hexadecimal digits.
    pub fn name(&self) -> String {
        format!("{:016X}", u64::from_le_bytes(self.id))
    }

    /// Returns the text of a file's signature. The signature also covers the comment. The same file, key and comment
    /// always produce the same signature.
    ///
    /// # Errors
    /// Never in practice: only very long data can't be encoded, and signatures are short.
    pub fn sign(&self, file: &[u8], comment: &str) -> Result<String, ct_codecs::Error> {
        let signature = self.pair.sk.sign(blake2b(file).as_bytes(), None);
        let covered = [&signature[..], comment.as_bytes()].concat();
        let of_both = self.pair.sk.sign(covered, None);
        let line = Base64::encode_to_string([OF_HASH, &self.id, &signature[..]].concat())?;
        let name = self.name();
        let of_both = Base64::encode_to_string(of_both)?;
        Ok(format!(
            "{UNTRUSTED}signature by sudoku-factory with key {name}\n{line}\n{TRUSTED}{comment}\n{of_both}\n"
        ))
    }

    fn checksum(&self) -> [u8; 32] {
        let mut state = Params::new().hash_length(32).to_state();
        state.update(ALGORITHM);
        state.update(&self.id);
        state.update(&self.pair.sk[..]);
        let mut checksum = [0; 32];
        checksum.copy_from_slice(state.finalize().as_bytes());
        checksum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> SigningKey {
        SigningKey::from_random(&std::array::from_fn(|at| at as u8))
    }

    #[test]
    fn a_key_is_read_as_it_was_written() {
        let text = key().secret_text().unwrap();
        let again = SigningKey::read(&text).unwrap();
        assert_eq!(again.secret_text().unwrap(), text);
        assert_eq!(again.name(), "0706050403020100");
        let line = text.lines().nth(1).unwrap();
        assert_eq!(line.len(), super::super::SECRET_CHARACTERS);
        assert_eq!(key().public_line().unwrap().len(), PUBLIC_CHARACTERS);
        assert!(SigningKey::read(line).is_ok());
    }

    /// The key and the signature were made with minisign 0.11: `minisign -G -W` and `minisign -S -t 'spring 2027'`.
    #[test]
    fn signatures_are_those_of_minisign() {
        let key = "untrusted comment: minisign encrypted secret key\n\
            RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAxi3QO2RHQf467jF5B5bUjezS0sEvTVWEvSt6qdWu\
            CCXBWiXphJp+DvlRFCAS4DZAz6+cbQE719WtZu0X1z/ZCuMvWvLGIAmhAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n";
        let key = SigningKey::read(key).unwrap();
        assert_eq!(key.name(), "FE4147643BD02DC6");
        assert_eq!(
            key.public_line().unwrap(),
            "RWTGLdA7ZEdB/vlRFCAS4DZAz6+cbQE719WtZu0X1z/ZCuMvWvLGIAmh"
        );
        let signature = key.sign(b"a pack\n", "spring 2027").unwrap();
        let lines: Vec<&str> = signature.lines().skip(1).collect();
        let expected = [
            "RUTGLdA7ZEdB/lDQ6lFXuu9yZLmONQM3aRIDRcApfa3lBZYcphDPHdfLuLZyj898pPi9US4HQ5s57zUGLWqAU8B2NNHAfpOnKAk=",
            "trusted comment: spring 2027",
            "zqgWDAcAQPCISV29yIJsvE5H1o0PLw4I2oOil7rUtJdZtVKojN7kk1B1Xdqdj1CTEDF20uzm05tmJlPf5862CQ==",
        ];
        assert_eq!(lines, expected);
    }

    /// A key with a changed character is refused. Exceptions are the characters of the salt and cost of password
    /// hashing, which a key without a password doesn't use.
    #[test]
    fn damage_is_seen_wherever_it_is() {
        let text = key().secret_text().unwrap();
        let begin = text.find('\n').unwrap() + 1;
        for at in begin..text.len() - 1 {
            let mut damaged = text.clone().into_bytes();
            damaged[at] = if damaged[at] == b'x' { b'y' } else { b'x' };
            let read = SigningKey::read(std::str::from_utf8(&damaged).unwrap());
            // Salt and cost of a password that there is none of are not covered.
            let is_unused = (8..72).contains(&(at - begin));
            assert_eq!(read.is_err(), !is_unused, "character {}", at - begin);
        }
    }
}
