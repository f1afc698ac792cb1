"""Traditional Chinese characters of requests as simplified ones, so that one pattern recognises both."""

from typing import Final

_TRADITIONAL: Final = (
    "測驗這個們幾檔筆資講義題選擇與還裡後說關於據換簡報兩張頁練習單總結網時間線戲動試燈課對較圖過為從給請"
    "幫製寫變轉來開樣種點難長數備設計產實現錄書聲訊檢視頭續發會讓將應該處內訂細節齊條組縮刪減譯潤調補鐘隻"
    "雙讀論費進繼階閱評價麼誰"
    "豐爲體準剛別劇歷壓參嗎並懷戶擴顯暫標歡氣沒煩確綱紹統聯覺認記訴詩話語誤謝採釋裏鑑鑒鍾錢錯問風飾"
)
_SIMPLIFIED: Final = (
    "测验这个们几档笔资讲义题选择与还里后说关于据换简报两张页练习单总结网时间线戏动试灯课对较图过为从给请"
    "帮制写变转来开样种点难长数备设计产实现录书声讯检视头续发会让将应该处内订细节齐条组缩删减译润调补钟只"
    "双读论费进继阶阅评价么谁"
    "丰为体准刚别剧历压参吗并怀户扩显暂标欢气没烦确纲绍统联觉认记诉诗话语误谢采释里鉴鉴钟钱错问风饰"
)
_TABLE: Final = str.maketrans(_TRADITIONAL, _SIMPLIFIED)


def simplify_requests(written: str) -> str:
    """Return the text with the traditional characters that requests use replaced; its length does not change."""
    return written.translate(_TABLE)
