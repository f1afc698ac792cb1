"""The labels of study pages in the language of the page, including traditional Chinese."""

from typing import Final

from inkwright.artifacts.webpages.page_parts import PageLanguage
from inkwright.i18n import text
from inkwright.i18n.en import MESSAGES

TRADITIONAL_CHINESE_LABELS: Final = {
    "page.any.restart": "重新開始",
    "page.diagram.done": "共 {total} 個，一次找對 {n} 個。",
    "page.diagram.find": "請找出：{name}",
    "page.diagram.good": "找對了！",
    "page.diagram.keys": "用方向鍵在數字之間移動，按 Enter 選擇。",
    "page.diagram.kind": "標示圖",
    "page.diagram.learn": "瀏覽",
    "page.diagram.modes": "模式",
    "page.diagram.place": "第 {n} 個，共 {total} 個",
    "page.diagram.quiz": "自我測驗",
    "page.diagram.spot": "位置 {n}",
    "page.diagram.spot_named": "位置 {n}：{name}",
    "page.diagram.start": "點選圖上的數字，查看說明。",
    "page.diagram.wrong": "不對，{n} 號是別的部分。",
    "page.flashcards.again": "還不會",
    "page.flashcards.back": "背面",
    "page.flashcards.front": "正面",
    "page.flashcards.hint": "提示：{what}",
    "page.flashcards.keys": "空白鍵翻面，← → 切換，1 = 還不會，2 = 我會了。",
    "page.flashcards.kind": "抽認卡",
    "page.flashcards.known": "我會了",
    "page.flashcards.known_count": "已學會 {n} 張",
    "page.flashcards.missed": "再練剩下的 {n} 張",
    "page.flashcards.next": "下一張",
    "page.flashcards.place": "第 {n} 張，共 {total} 張",
    "page.flashcards.previous": "上一張",
    "page.flashcards.result": "{total} 張卡片中學會了 {n} 張。",
    "page.flashcards.shuffle": "洗牌",
    "page.flashcards.shuffled": "卡片已重新洗牌。",
    "page.flashcards.turn": "翻面",
    "page.matching.chosen": "已選：{what}。請選擇與它配對的一項。",
    "page.matching.done": "全部配對完成，共嘗試 {n} 次。",
    "page.matching.found": "已配對 {n} / {total}",
    "page.matching.good": "配對正確！",
    "page.matching.keys": "方向鍵移動，Enter 選擇，Esc 取消。",
    "page.matching.kind": "配對遊戲",
    "page.matching.left": "左欄",
    "page.matching.restarted": "新的一局：先在左邊選一項。",
    "page.matching.right": "右欄",
    "page.matching.tries": "嘗試：{n} 次",
    "page.matching.wrong": "這兩項不是一對，再試一次。",
    "page.plotter.closer": "放大",
    "page.plotter.curves": "函數",
    "page.plotter.down": "下移",
    "page.plotter.farther": "縮小",
    "page.plotter.keys": "← → 讀取數值，Shift + ← → 和 ↑ ↓ 平移，+ − 縮放，0 重設。",
    "page.plotter.kind": "函數繪圖",
    "page.plotter.left": "左移",
    "page.plotter.plot": "函數圖形。用方向鍵讀取數值。",
    "page.plotter.reset": "重設",
    "page.plotter.right": "右移",
    "page.plotter.up": "上移",
    "page.plotter.was_reset": "已恢復初始狀態。",
    "page.simulation.keys": "空白鍵播放或暫停，← → 逐步查看，0 重設。",
    "page.simulation.kind": "模擬",
    "page.simulation.pause": "暫停",
    "page.simulation.play": "播放",
    "page.simulation.plot": "運動軌跡圖。",
    "page.simulation.reset": "重設",
    "page.simulation.time": "t = {n} / {total} 秒",
    "page.simulation.was_reset": "已恢復初始狀態。",
    "page.sorting.ask": "它屬於哪一類？",
    "page.sorting.done": "共 {total} 個，答對 {n} 個。",
    "page.sorting.good": "正確：{what}。",
    "page.sorting.groups": "類別",
    "page.sorting.keys": "按 1 到 {n}，或用 ← → 選擇後按 Enter。",
    "page.sorting.kind": "分類遊戲",
    "page.sorting.place": "第 {n} 個，共 {total} 個",
    "page.sorting.restarted": "新的一局。",
    "page.sorting.right": "答對 {n} 個",
    "page.sorting.wrong": "不對：{what} 屬於 {name}。",
    "page.timeline.all": "全部",
    "page.timeline.close_all": "全部收合",
    "page.timeline.filter": "顯示範圍",
    "page.timeline.keys": "↑ ↓ 在事件之間移動，Enter 展開或收合。",
    "page.timeline.kind": "時間軸",
    "page.timeline.open_all": "全部展開",
    "page.timeline.shown": "顯示 {total} 個事件中的 {n} 個。",
}


_SHARED_PREFIX = "page.any."


def study_page_labels(kind: str, language: PageLanguage) -> dict[str, str]:
    """Return the labels of a page type by their short names. Fields such as `{n}` stay: the page fills them in."""
    own = f"page.{kind}."
    return {
        key.removeprefix(prefix): _label(key, language)
        for prefix in (_SHARED_PREFIX, own)
        for key in MESSAGES
        if key.startswith(prefix)
    }


def _label(key: str, language: PageLanguage) -> str:
    if language == "zh-Hant":
        return TRADITIONAL_CHINESE_LABELS[key]
    return text(language, key, n="{n}", total="{total}", name="{name}", what="{what}")
