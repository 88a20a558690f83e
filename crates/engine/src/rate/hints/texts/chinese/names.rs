//! The Chinese names of techniques, as Chinese Sudoku books and sites use them. The names of rules are those in
//! assets/texts/zh.toml.

use crate::rate::techniques::Technique;

/// The Chinese name of each technique.
#[rustfmt::skip]
const NAMES: [(Technique, &str); 61] = {
    use Technique::*;
    [
        (FullHouse, "唯一空格"),
        (NakedSingle, "显性唯一数"),
        (HiddenSingle, "隐性唯一数"),
        (HiddenSingleBox, "宫内隐性唯一数"),
        (HiddenSingleLine, "行列隐性唯一数"),
        (LockedPair, "死锁数对"),
        (LockedTriple, "死锁三数组"),
        (Pointing, "宫对行列区块摒除"),
        (Claiming, "行列对宫区块摒除"),
        (NakedPair, "显性数对"),
        (NakedTriple, "显性三数组"),
        (HiddenPair, "隐性数对"),
        (HiddenTriple, "隐性三数组"),
        (NakedQuad, "显性四数组"),
        (HiddenQuad, "隐性四数组"),
        (XWing, "X 翼"),
        (Swordfish, "剑鱼"),
        (Jellyfish, "水母"),
        (RemotePair, "远程数对"),
        (BugPlusOne, "全双值格致死解法"),
        (Skyscraper, "摩天楼"),
        (TwoStringKite, "双线风筝"),
        (TurbotFish, "多宝鱼"),
        (EmptyRectangle, "空矩形"),
        (WWing, "W 翼"),
        (XyWing, "XY 翼"),
        (XyzWing, "XYZ 翼"),
        (UniqueRectangle1, "唯一矩形（类型 1）"),
        (UniqueRectangle2, "唯一矩形（类型 2）"),
        (UniqueRectangle3, "唯一矩形（类型 3）"),
        (UniqueRectangle4, "唯一矩形（类型 4）"),
        (UniqueRectangle5, "唯一矩形（类型 5）"),
        (UniqueRectangle6, "唯一矩形（类型 6）"),
        (HiddenRectangle, "隐性唯一矩形"),
        (FinnedXWing, "带鳍 X 翼"),
        (SashimiXWing, "退化 X 翼"),
        (FinnedSwordfish, "带鳍剑鱼"),
        (SashimiSwordfish, "退化剑鱼"),
        (FinnedJellyfish, "带鳍水母"),
        (SashimiJellyfish, "退化水母"),
        (SueDeCoq, "融合待定数组"),
        (ColourTrap, "简单染色（陷阱）"),
        (ColourWrap, "简单染色（矛盾）"),
        (MultiColours1, "多重染色（类型 1）"),
        (MultiColours2, "多重染色（类型 2）"),
        (XChain, "X 链"),
        (XyChain, "XY 链"),
        (Aic, "交替推理链"),
        (DiscontinuousLoop, "不连续环"),
        (ContinuousLoop, "连续环"),
        (GroupedAic, "区块交替推理链"),
        (GroupedDiscontinuousLoop, "区块不连续环"),
        (GroupedContinuousLoop, "区块连续环"),
        (WxyzWing, "WXYZ 翼"),
        (AlsXz, "待定数组 XZ 法则"),
        (AlsXyWing, "待定数组 XY 翼"),
        (AlsChain, "待定数组链"),
        (ForcingChainContradiction, "强制链（矛盾）"),
        (ForcingChainVerity, "强制链（殊途同归）"),
        (ForcingNetContradiction, "强制网（矛盾）"),
        (ForcingNetVerity, "强制网（殊途同归）"),
    ]
};

/// Returns the Chinese name of a technique.
pub(in crate::rate::hints) fn name(technique: Technique) -> &'static str {
    let named = NAMES.iter().find(|it| it.0 == technique);
    named.map_or(technique.name(), |it| it.1)
}
