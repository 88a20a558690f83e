//! Chinese texts for almost locked sets and Sue de Coq.

use super::names::name;
use super::words::{self, effect, join};
use crate::grid::CellSet;
use crate::rate::hints::scene::Scene;
use crate::rate::hints::set_links::restricted_digits;
use crate::rate::hints::texts::said::StepTexts;
use crate::rate::techniques::Role;

const NUDGE: &str = "有些格的候选数只比格数多一个。";
const LACKS: &str = "每个待定数组的数字只比格数多一个，所以最多缺一个数字。";

/// Returns the letter for the almost locked set with this number: A for 0, B for 1, C for 2.
fn letter(n: usize) -> char {
    char::from(b'A' + (n % 26) as u8)
}

fn with_digits(scene: &Scene<'_>, cells: CellSet) -> String {
    format!("{}（{}）", join(cells), join(scene.union(cells)))
}

fn named(scene: &Scene<'_>, sets: &[CellSet]) -> String {
    let parts = sets.iter().enumerate();
    let parts: Vec<String> = parts
        .map(|(n, &cells)| format!("{} 为 {}", letter(n), with_digits(scene, cells)))
        .collect();
    format!("{}：{}。", name(scene.it.technique), parts.join("；"))
}

fn place(sets: &[CellSet]) -> String {
    let cells: Vec<String> = sets.iter().map(|&cells| join(cells)).collect();
    format!("请看 {}。", cells.join("；再看 "))
}

/// Writes the texts for two almost locked sets that share one or two restricted digits.
pub(super) fn pair(scene: &Scene<'_>) -> StepTexts {
    let sets = scene.locked_sets();
    let joining = scene.it.pattern.digits;
    let x = join(joining);
    let why = if joining.len() > 1 {
        format!(
            "{LACKS}{x} 都不能同时在两组内，所以每组各缺其中一个，并含有其余所有数字。所以 {}。",
            effect(scene)
        )
    } else {
        let z = join(scene.removed_digits());
        format!(
            "{LACKS}{x} 不能同时在两组内，缺 {x} 的一组必有 {z}。所以两组必有一个含有 {z}，同时看到两组所有 {z} 的格不能填它：{}。",
            effect(scene)
        )
    };
    let what = format!("{}A 的 {x} 与 B 的 {x} 都互相看到。", named(scene, &sets));
    StepTexts::new(NUDGE, place(&sets), what, why)
}

/// Writes the texts for three or more almost locked sets.
pub(super) fn chain(scene: &Scene<'_>) -> StepTexts {
    let sets = scene.locked_sets();
    let z = join(scene.removed_digits());
    let last = letter(sets.len().saturating_sub(1));
    let steps = restricted_digits(scene, &sets).into_iter().enumerate();
    let steps: Vec<String> = steps
        .map(|(n, digit)| format!("{} 有 {digit}，{} 缺 {digit}", letter(n), letter(n + 1)))
        .collect();
    let why = format!(
        "{LACKS}若 A 缺 {z}，则 {}，于是 {last} 有 {z}。所以 A 与 {last} 必有一个含有 {z}，同时看到两组所有 {z} 的格不能填它：{}。",
        steps.join("；"),
        effect(scene)
    );
    StepTexts::new(NUDGE, place(&sets), named(scene, &sets), why)
}

/// Writes the texts for a Sue de Coq.
pub(super) fn sue_de_coq(scene: &Scene<'_>) -> StepTexts {
    let line = words::houses(scene.houses(Role::Line));
    let of_box = words::houses(scene.houses(Role::Box));
    let parts = [Role::Pattern, Role::Line, Role::Box].map(|role| scene.cells(role));
    let all = parts[0] | parts[1] | parts[2];
    let [core, in_line, in_box] = parts.map(|cells| with_digits(scene, cells));
    StepTexts::new(
        "有一宫与一行或一列相交处有很多候选数。",
        format!("请看{line}与{of_box}相交处。"),
        format!(
            "{}：相交处为 {core}，{line}内为 {in_line}，{of_box}内为 {in_box}。",
            name(scene.it.technique)
        ),
        format!(
            "这 {} 格共有 {} 个数字，每个数字都不能出现两次，所以各出现一次。只在相交处和{line}内的数字，{line}的其余各格不能填；\
             只在相交处和{of_box}内的数字，{of_box}的其余各格不能填。所以 {}。",
            all.len(),
            scene.union(all).len(),
            effect(scene)
        ),
    )
}
