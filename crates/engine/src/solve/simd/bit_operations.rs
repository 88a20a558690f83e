//! Implements `&`, `|` and `^` for the x86-64 vectors, by one macro.
//!
//! The implementations differ only in the names of their intrinsics. The `registers!` macro of each back-end says
//! why its intrinsics may be used.

/// Implements the bit operations of a vector type with intrinsics that don't access memory.
macro_rules! bit_operations {
    ($vector:ident, $and:ident, $or:ident, $xor:ident) => {
        impl BitAnd for $vector {
            type Output = Self;

            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                registers!($and(self.0, other.0))
            }
        }

        impl BitOr for $vector {
            type Output = Self;

            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                registers!($or(self.0, other.0))
            }
        }

        impl BitXor for $vector {
            type Output = Self;

            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                registers!($xor(self.0, other.0))
            }
        }
    };
}
