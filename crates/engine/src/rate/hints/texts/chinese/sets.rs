//! Chinese texts for singles, locked candidates, subsets and fish.

use super::names::name;
use super::words::{self, effect, join};
use crate::rate::hints::scene::Scene;
use crate::rate::hints::texts::said::StepTexts;
use crate::rate::techniques::{Role, Technique};

/// Writes the texts for a full house, a naked single or a hidden single.
pub(super) fn single(scene: &Scene<'_>) -> StepTexts {
    let name = name(scene.it.technique);
    let Some(&mark) = scene.it.sets.first() else {
        return StepTexts::new(name, name, name, name);
    };
    let (cell, digit) = (mark.cell, mark.digit);
    let house = scene.houses(Role::Base).next();
    let Some(house) = house.filter(|_| scene.it.technique != Technique::NakedSingle) else {
        return StepTexts::new(
            "有一格只剩一个候选数。",
            format!("请看 {cell}。"),
            format!("{name}：{cell} 只剩候选数 {digit}。"),
            format!("{cell} 不能填其他数字，所以填 {digit}。"),
        );
    };
    let kind = words::kind(house.kind());
    let house = words::houses([house]);
    if scene.it.technique == Technique::FullHouse {
        return StepTexts::new(
            "有一行、一列或一宫只剩一个空格。",
            format!("请看{house}。"),
            format!("{name}：{cell} 是{house}的最后一个空格。"),
            format!("{house}已有 {digit} 以外的所有数字，所以 {cell} 填 {digit}。"),
        );
    }
    StepTexts::new(
        &format!("有一个数字在某{kind}内只剩一格可填。"),
        format!("请找{house}内的 {digit}。"),
        format!("{name}：{house}内的 {digit} 只能填在 {cell}。"),
        format!("{house}必有 {digit}，而其他空格都不能填它，所以 {cell} 填 {digit}。"),
    )
}

/// Writes the texts for pointing and claiming.
pub(super) fn locked(scene: &Scene<'_>) -> StepTexts {
    let digit = words::digit(scene);
    let from = words::houses(scene.houses(Role::Base));
    let to = words::houses(scene.houses(Role::Cover));
    let places = join(scene.marked(Role::Pattern));
    let kind = if scene.it.technique == Technique::Pointing {
        "宫"
    } else {
        "行或一列"
    };
    StepTexts::new(
        &format!("有一个数字在一{kind}内形成区块。"),
        format!("请看{from}内的 {digit}。"),
        format!(
            "{}：{from}内的 {digit} 只能填在 {places}，都在{to}内。",
            name(scene.it.technique)
        ),
        format!(
            "{from}必有 {digit}，无论填在哪一格，都是{to}的 {digit}。所以 {}。",
            effect(scene)
        ),
    )
}

/// Writes the texts for naked and locked subsets.
pub(super) fn naked(scene: &Scene<'_>) -> StepTexts {
    let cells = scene.all_cells();
    let number = words::number(cells.len());
    let digits = words::digit(scene);
    let houses = words::houses(scene.houses(Role::Base));
    let listed = join(cells);
    StepTexts::new(
        &format!("有{number}格形成数组。"),
        format!("请看{houses}内只有候选数 {digits} 的格。"),
        format!("{}：{listed} 只能填 {digits}。", name(scene.it.technique)),
        format!(
            "{number}格正好填{number}个数字，{houses}的其他格都不能填 {digits}。所以 {}。",
            effect(scene)
        ),
    )
}

/// Writes the texts for hidden subsets.
pub(super) fn hidden(scene: &Scene<'_>) -> StepTexts {
    let cells = scene.marked(Role::Pattern);
    let number = words::number(cells.len());
    let digits = words::digit(scene);
    let house = words::houses(scene.houses(Role::Base));
    let listed = join(cells);
    StepTexts::new(
        &format!("有{number}个数字形成隐性数组。"),
        format!("请找{house}内的 {digits}。"),
        format!(
            "{}：{house}内的 {digits} 只能填在 {listed}。",
            name(scene.it.technique)
        ),
        format!(
            "{number}个数字正好填{number}格，这些格不能填其他数字。所以 {}。",
            effect(scene)
        ),
    )
}

/// Writes the texts for a fish without fins.
pub(super) fn fish(scene: &Scene<'_>) -> StepTexts {
    let digit = words::digit(scene);
    let base = words::houses(scene.houses(Role::Base));
    let cover = words::houses(scene.houses(Role::Cover));
    let count = words::number(scene.houses(Role::Base).count());
    StepTexts::new(
        "有鱼的结构。",
        format!("请看{base}内的 {digit}。"),
        format!(
            "{}：{base}内的 {digit} 都在{cover}内。",
            name(scene.it.technique)
        ),
        format!(
            "{base}需要{count}个 {digit}，它们占满{cover}，其余各格不能再填。所以 {}。",
            effect(scene)
        ),
    )
}

/// Writes the texts for a finned or sashimi fish.
pub(super) fn finned(scene: &Scene<'_>) -> StepTexts {
    let digit = words::digit(scene);
    let base = words::houses(scene.houses(Role::Base));
    let cover = words::houses(scene.houses(Role::Cover));
    let fins = join(scene.marked(Role::Fin));
    StepTexts::new(
        "有带鳍的鱼。",
        format!("请看{base}内的 {digit}。"),
        format!(
            "{}：除鳍 {fins} 以外，{base}内的 {digit} 都在{cover}内。",
            name(scene.it.technique)
        ),
        format!(
            "若鳍不是 {digit}，就是一条完整的鱼，{cover}的其余各格不能填 {digit}；若鳍是 {digit}，{} 看到它。\
             无论如何，{}。",
            join(scene.targets()),
            effect(scene)
        ),
    )
}
