import type { Lexicon } from './lexicon.ts'

const me =
  '(?:tôi|mình|em|anh|chị|tui|chúng tôi|cháu|con|số này|số (?:điện thoại )?(?:của )?(?:tôi|mình|em)|máy (?:của )?(?:tôi|mình))'

/**
 * Vietnamese. Without its diacritics "dừng" (stop) looks like "đúng" (right), so single words count only with
 * diacritics.
 */
export const vi: Lexicon = {
  language: 'vi',
  stop: [
    'stop',
    'ngừng',
    'ngừng lại',
    'ngừng nhắn tin',
    'dừng nhắn tin',
    'đừng nhắn tin',
    'hủy đăng ký',
    'huỷ đăng ký',
    'hủy tin nhắn',
    'ngưng nhắn tin',
    'ngưng tin nhắn',
    'dừng tin nhắn',
    'ngừng tin nhắn',
    'hủy nhận tin',
    'không nhận tin',
    'từ chối nhận tin',
    'dừng tất cả',
    'ngừng tất cả',
    'stop nhắn tin',
    'stop tin nhắn',
    'stop gửi tin',
  ],
  weakStop: ['ngưng', 'chấm dứt'],
  marked: ['dừng', 'hủy', 'huỷ', 'dừng lại', 'hủy bỏ', 'huỷ bỏ', 'từ chối'],
  slips: [],
  notSlips: [],
  start: ['bắt đầu', 'tiếp tục', 'đăng ký', 'đăng ký lại', 'nhận lại'],
  yes: ['đồng ý'],
  help: ['trợ giúp', 'giúp đỡ', 'hỗ trợ', 'giúp'],
  please: ['xin', 'vui lòng', 'làm ơn', 'xin vui lòng'],
  courtesy: ['ạ', 'nhé', 'nha', 'cảm ơn', 'cám ơn', 'chào', 'ok', 'dạ', 'đi', 'giùm', 'dùm'],
  texts: '(?:tin nhắn|tin|tn|sms|nhắn tin|thông báo|tin nhắn rác|tin nhắn quảng cáo)',
  clear: [
    `(?:dừng|đừng|ngừng|ngưng|thôi|đừng có|chấm dứt|không được|cấm|không|hãy dừng|hãy ngừng)(?: việc| có)? (?:gửi|gởi)(?: (?:thêm|các|những|cho ${me}))* (texts)(?: (?:cho|đến|tới|vào|qua) ${me})?(?: (?:này|nữa|thêm))*`,
    `(?:dừng|đừng|ngừng|ngưng|thôi|đừng có|chấm dứt|không được|cấm|không|hãy dừng|hãy ngừng)(?: việc| có)? (?:nhắn tin|nhắn|liên lạc|liên hệ|làm phiền|quấy rầy|spam)(?: (?:cho|với|đến|tới|vào))? ${me}(?: (?:nữa|thêm))?`,
    '(?:dừng|đừng|ngừng|ngưng|thôi|không) (?:nhắn tin|gửi tin|gửi tin nhắn|nhận tin|nhắn)(?: nữa| thêm)',
    `(?:${me} )?(?:không|chẳng|ko|k)(?: còn)? (?:muốn|cần|thích)(?: phải)?(?: (?:nhận|đọc|bị|thấy))?(?: (?:được|thêm|các|những|bất kỳ|nữa))* (texts)(?: (?:này|nữa|kiểu này|từ .{1,20}|của .{1,20}))*`,
    `(?:xóa|xoá|bỏ|loại|gỡ|rút|đưa)(?: (?:tên|số|số điện thoại))?(?: (?:của))?(?: ${me})?(?: (?:ra))? (?:khỏi|ra khỏi)(?: (?:cái))? danh sách(?: (?:này|tin nhắn|nhắn tin|liên hệ|liên lạc|nhận tin|của .{1,20}|gửi tin))*`,
    `(?:xóa|xoá|bỏ)(?: (?:số|số điện thoại)) (?:của )?${me}(?: (?:đi|giùm|dùm))*`,
    `(?:${me} )?(?:muốn|xin|cần|yêu cầu)(?: được)? (?:hủy|huỷ|ngừng|dừng|ngưng)(?: (?:đăng ký|nhận))*(?: (?:các|những))?(?: (texts))?(?: (?:này|của .{1,20}|nữa))*`,
    '(?:hủy|huỷ)(?: (?:đăng ký|nhận))+(?: (?:các|những))?(?: (texts))?(?: (?:này|của .{1,20}))*',
    `${me} (?:rút lại|không) (?:đồng ý|cho phép)(?: (?:nhận|gửi))*(?: (texts))?`,
  ],
  before:
    '(?:xin|vui lòng|làm ơn|xin vui lòng|hãy|chào|dạ|ok|thôi|anh|chị|em|các anh|các bạn|bạn|công ty|có thể|ơi|đã bảo|tôi đã nói|yêu cầu|và|anh chị)',
  after:
    '(?:ạ|nhé|nha|nữa|thêm|đi|cảm ơn|cám ơn|ngay|ngay lập tức|ngay bây giờ|giùm|dùm|giúp|được không|này|vào số này|cho số này|tôi (?:nghỉ việc rồi|không còn làm ở đó|đã nghỉ việc)|tôi không làm ở đó nữa|từ (?:bạn|anh|công ty|số này))',
  reasons: ['tôi (?:nghỉ việc rồi|đã nghỉ việc|nghỉ làm rồi|không còn làm (?:ở đó|ở đây|cho công ty)(?: nữa)?)'],
  limits:
    'khi|lúc|nếu|cho đến|trong khi|trước|sau|ban đêm|đêm|khuya|buổi tối|sớm|chủ nhật|thứ bảy|cuối tuần|hôm nay|ngày mai|về việc|về|nhiều quá|nghỉ phép|ngày nghỉ|ca|giờ làm|tiếng anh|gọi|email|ngoại trừ|chỉ|nói',
  maybe: [
    `(?:đừng|dừng|ngừng|ngưng|thôi) (?:nhắn|gửi tin|gửi tin nhắn|nhắn tin|liên lạc|làm phiền)\\b`,
    '^(?:thôi|đủ rồi|thôi đi|để tôi yên|không quan tâm|tôi không quan tâm|đừng làm phiền|phiền quá|dừng ngay|thoát|kết thúc)$',
    '\\bnhiều (texts) quá\\b',
    '\\b(?:chặn|báo cáo) số này\\b',
    '\\bđể (?:tôi|mình|em) yên\\b',
    '^làm sao (?:để )?(?:hủy|ngừng|dừng|không nhận)',
  ],
  wrongNumber: [
    '(?:bạn |anh |chị |em )?(?:nhắn |gọi |gửi |nhắn tin )?(?:nhầm|sai|lộn) (?:số|người|máy)(?: rồi)?',
    '(?:bạn |anh |chị )?(?:nhầm|lộn) rồi',
    '(?:đây )?không phải (?:là )?số (?:của )?.{1,20}',
    `${me} (?:chưa bao giờ|không) làm (?:việc )?(?:ở đó|cho (?:bạn|công ty này|công ty đó))`,
    `${me} không quen (?:ai tên )?.{1,20}`,
  ],
  whoIsThis: [
    'ai đó',
    'ai đấy',
    'ai vậy',
    'bạn là ai',
    'ai nhắn vậy',
    'anh là ai',
    'đây là ai',
    'xin hỏi ai đây',
    'ai đây',
    'số của ai đây',
  ],
}
