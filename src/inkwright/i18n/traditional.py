"""Traditional Chinese as it is written in Taiwan, from the simplified messages: words first, then single characters.

The tables hold what the messages use; they were made with the dictionaries of OpenCC (Apache licence) and corrected by
hand. A test fails if a message uses a character that they lack.
"""

import re
from typing import Final

_SIMPLIFIED: Final = (
    "与业东丢两个为么义习书乱于云产亿仅从们价优会传伤体余储关内写冲决况准减几凭击划则刚创删别办务动区单占却历压厘参发变叠台号后吗听启响围图场坏块声处备复够头夸夹奖学实审宽对寻导将尝尽层属师带帮干并库应开弃"
    "张强归当录径忆态总戏户执扩扰抛护报拟拦择损换据数断无旧时显暂术机权杠条来极构标栏样档检横气汉没浅测浏渐温游溃滚滤灯点热状独献环现电画监盖盘着码确离种称笔签简类约级纯纲线练组终经结绘给络绝统继绪续综编缘"
    "缩网脑脚腾节范荐获补装见观规览计认让议记讲许论设访证评识诉词译试话询该详语误说请读课谁调谈谎谢谱负败费资赖车轨转轮软轻载较辑输边达过运还这进连迹适选邮采释里针钟钥钮钱链销错键镜长闪闭问闲间阅队际随隐难"
    "页项顺须顿预题颜额风饰饼馈验骤齐册汇满绩虚纳锚虑辅领专诊递维紧顾"
)
_TRADITIONAL: Final = (
    "與業東丟兩個為麼義習書亂於雲產億僅從們價優會傳傷體餘儲關內寫衝決況準減幾憑擊劃則剛創刪別辦務動區單佔卻歷壓釐參發變疊臺號後嗎聽啟響圍圖場壞塊聲處備復夠頭誇夾獎學實審寬對尋導將嘗盡層屬師帶幫幹並庫應開棄"
    "張強歸當錄徑憶態總戲戶執擴擾拋護報擬攔擇損換據數斷無舊時顯暫術機權槓條來極構標欄樣檔檢橫氣漢沒淺測瀏漸溫遊潰滾濾燈點熱狀獨獻環現電畫監蓋盤著碼確離種稱筆簽簡類約級純綱線練組終經結繪給絡絕統繼緒續綜編緣"
    "縮網腦腳騰節範薦獲補裝見觀規覽計認讓議記講許論設訪證評識訴詞譯試話詢該詳語誤說請讀課誰調談謊謝譜負敗費資賴車軌轉輪軟輕載較輯輸邊達過運還這進連跡適選郵採釋裡針鐘鑰鈕錢鏈銷錯鍵鏡長閃閉問閒間閱隊際隨隱難"
    "頁項順須頓預題顏額風飾餅饋驗驟齊冊匯滿績虛納錨慮輔領專診遞維緊顧"
)
WORDS: Final = dict(
    pair.split("=")
    for pair in """
    阶段=階段 若干=若干 干净=乾淨 批准=批准 标签=標籤 平台=平台
    代码=程式碼 保存=儲存 元数据=中繼資料 全角=全形 公里=公里 兼容=相容 内存=記憶體 内置=內建 分布=分佈
    分钟=分鐘 创建=建立 制作=製作 制造=製造 加载=載入 半角=半形 卸载=解除安裝 反复=反覆 发送=傳送
    变量=變數 合并=合併 命令行=命令列 回复=回覆 图像=影像 备注=備註 复习=複習 复制=複製 字体=字型
    字段=欄位 字符=字元 字符串=字串 字节=位元組 存储=儲存 宣布=宣佈 密钥=金鑰 对象=物件 导出=匯出
    尽可=儘可 屏幕=螢幕 嵌套=巢狀 干扰=干擾 幻灯片=投影片 打印=列印 打开=開啟 扩展=擴充 扩展名=副檔名
    抛出=擲回 接口=介面 控件=控制項 搜索=搜尋 支持=支援 数据=資料 数组=陣列 文件=檔案 文件名=檔名
    文件夹=資料夾 文本=文字 文档=文件 日志=日誌 智能=智慧 服务器=伺服器 查找=尋找 查看=檢視 标注=標註
    正则表达式=正規表示式 注明=註明 注释=註釋 消息=訊息 添加=新增 源代码=原始碼 源码=原始碼 演示文稿=簡報
    用户=使用者 用户名=使用者名稱 登录=登入 磁盘=磁碟 程序=程式 端口=連接埠 粘贴=貼上 组件=元件 绘制=繪製
    缩进=縮排 网络=網路 脚本=指令碼 脚注=腳註 表达式=表示式 设备=裝置 设置=設定 调用=呼叫 软件=軟體
    运行=執行 进程=處理程序 连接=連線 重复=重複 链接=連結 镜像=映像 项目=專案 默认=預設
    """.split()
)
_TABLE: Final = str.maketrans(_SIMPLIFIED, _TRADITIONAL)
_WORD: Final = re.compile("|".join(sorted(WORDS, key=len, reverse=True)))
_FIELD: Final = re.compile(r"\{[^{}]*\}")
_HAN: Final = re.compile("[\u3400-\u9fff]")
_MAX_EXAMINED: Final = 2_000


def to_traditional(message: str) -> str:
    """Return a simplified message in traditional characters; its fields stay as they are."""
    converted, end = [], 0
    for field in _FIELD.finditer(message):
        converted += [_converted(message[end : field.start()]), field[0]]
        end = field.end()
    return "".join([*converted, _converted(message[end:])])


def _converted(plain: str) -> str:
    converted, end = [], 0
    for word in _WORD.finditer(plain):
        converted += [plain[end : word.start()].translate(_TABLE), WORDS[word[0]]]
        end = word.end()
    return "".join([*converted, plain[end:].translate(_TABLE)])


def is_traditional(written: str) -> bool:
    """Whether a text is written in traditional characters: it has more of them than of simplified ones."""
    found = _HAN.findall(written[:_MAX_EXAMINED])
    return sum(each in _TRADITIONAL_ONLY for each in found) > sum(each in _SIMPLIFIED_ONLY for each in found)


_TRADITIONAL_ONLY: Final = frozenset(_TRADITIONAL) - frozenset(_SIMPLIFIED)
_SIMPLIFIED_ONLY: Final = frozenset(_SIMPLIFIED) - frozenset(_TRADITIONAL)
