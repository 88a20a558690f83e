//! Chinese texts for techniques that colour candidates, and for those that rely on the puzzle having only one
//! solution.

use super::names::name;
use super::words::{self, effect, join, seen};
use crate::grid::House;
use crate::rate::hints::scene::Scene;
use crate::rate::hints::texts::colours::{joined, wrong};
use crate::rate::hints::texts::said::StepTexts;
use crate::rate::techniques::{Role, Technique};

/// Writes the texts for BUG+1.
pub(super) fn bug(scene: &Scene<'_>) -> StepTexts {
    let cell = join(scene.marked(Role::Pattern));
    let digit = words::digit(scene);
    StepTexts::new(
        "几乎所有空格都只有两个候选数。",
        "请找唯一有三个候选数的空格。",
        format!("{}：只有 {cell} 有三个候选数。", name(scene.it.technique)),
        format!(
            "若 {cell} 不是 {digit}，每个空格都只剩两个候选数，每个数字在各行、列、宫内都只剩两处，这样的盘面不可能只有一个解。\
             所以 {cell} 是 {digit}：{}。",
            effect(scene)
        ),
    )
}

/// Writes the texts for a unique rectangle of any type.
pub(super) fn rectangle(scene: &Scene<'_>) -> StepTexts {
    let (floor, roof) = (scene.cells(Role::Floor), scene.cells(Role::Roof));
    let digits = words::digit(scene);
    StepTexts::new(
        "有四格形成矩形。",
        format!(
            "请看{}内有候选数 {digits} 的格。",
            words::boxes_of(floor | roof)
        ),
        format!(
            "{}：四角为 {}，{} 只有 {digits}，{} 还有其他候选数。",
            name(scene.it.technique),
            join(floor | roof),
            join(floor),
            join(roof)
        ),
        format!(
            "若四角都只填 {digits}，两个数字可以互换，就会有两个解。{}",
            conclusion(scene)
        ),
    )
}

/// Writes the conclusion of a unique rectangle: why its corners can't hold only its two digits, and what follows.
fn conclusion(scene: &Scene<'_>) -> String {
    use Technique::*;
    let roof = scene.cells(Role::Roof);
    let either = match roof.single() {
        Some(cell) => format!("{cell} "),
        None => words::one_of(roof),
    };
    let effect = effect(scene);
    let locked = join(scene.marked_digits(Role::Pattern));
    let extra = scene.union(roof).difference(scene.it.pattern.digits);
    match scene.it.technique {
        UniqueRectangle1 => format!("所以 {either}必为其他数字：{effect}。"),
        UniqueRectangle2 | UniqueRectangle5 => {
            format!("所以 {either}必为 {locked}，同时看到它们的格不是 {locked}：{effect}。")
        }
        UniqueRectangle3 => {
            let others = scene.cells(Role::Extra);
            format!(
                "所以 {either}必为 {}。它与 {} 在{}内形成数组，占用 {}：{effect}。",
                words::any(extra),
                join(others),
                words::houses(scene.houses(Role::Base)),
                join(extra.union(scene.union(others)))
            )
        }
        UniqueRectangle4 => {
            let shared = House::all().filter(|house| roof.is_subset(house.cells()));
            format!(
                "{}内的 {locked} 只能填在 {either}，另一格就不能再完成矩形：{effect}。",
                words::houses(shared)
            )
        }
        UniqueRectangle6 => format!(
            "在矩形的行和列内，{locked} 只能填在四角。若 {either}是 {locked}，对角的一格也是，另两角就填另一个数字。\
             所以 {effect}。"
        ),
        _ => {
            let corner = join(scene.targets());
            let removed = join(scene.removed_digits());
            format!(
                "在 {corner} 的行和列内，{locked} 只能填在四角。若 {corner} 是 {removed}，相邻两角必为 {locked}，\
                 对角必为 {removed}，四角就只填这两个数字。所以 {effect}。"
            )
        }
    }
}

/// The letters that name the four colours in the texts.
const COLOURS: [&str; 4] = ["A", "a", "B", "b"];

/// Writes the texts for simple colours and multi-colours.
pub(super) fn colours(scene: &Scene<'_>) -> StepTexts {
    let digit = words::digit(scene);
    let colours = scene.colours();
    let named = COLOURS.iter().zip(&colours);
    let parts: Vec<String> = named
        .map(|(name, &cells)| format!("{name} 为 {}", join(cells)))
        .collect();
    StepTexts::new(
        "可以给一个数字染色。",
        format!("给 {digit} 染色：若某行、列或宫内只有两处 {digit}，两处染不同的颜色。"),
        format!("{}：{}。", name(scene.it.technique), parts.join("；")),
        why(scene),
    )
}

fn why(scene: &Scene<'_>) -> String {
    let digit = words::digit(scene);
    let one = format!("要么 A 的各格都是 {digit}，要么 a 的各格都是 {digit}。");
    let two = "A 与 a 必有一真，B 与 b 必有一真。";
    let wrong = COLOURS[wrong(scene) % 4];
    match scene.it.technique {
        Technique::ColourTrap => one + &seen(scene, "两种颜色"),
        Technique::ColourWrap => {
            let cells = scene.targets();
            let house = House::all().find(|house| (house.cells() & cells).len() > 1);
            format!(
                "{one}颜色 {wrong} 在{}内出现两次，这不可能。所以 {}。",
                words::houses(house),
                effect(scene)
            )
        }
        Technique::MultiColours2 => {
            let others = if ["B", "b"].contains(&wrong) {
                "A 与 a"
            } else {
                "B 与 b"
            };
            format!(
                "{two}颜色 {wrong} 的格看到 {others} 的格，所以它不能为真：{}。",
                effect(scene)
            )
        }
        _ => {
            let (one, two_side) = joined(scene);
            let [a, b, not_a, not_b] =
                [one, two_side, one ^ 1, two_side ^ 1].map(|n| COLOURS[n % 4]);
            format!(
                "{two}{a} 与 {b} 有格互相看到，不能同时为真，所以 {not_a} 或 {not_b} 为真。{}",
                seen(scene, &format!(" {not_a} 与 {not_b}"))
            )
        }
    }
}
