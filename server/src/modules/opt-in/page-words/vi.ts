import type { PageTexts } from './texts.ts'

export const vi: PageTexts = {
  phone: 'Số di động',
  fields: {
    firstname: 'Tên',
    lastname: 'Họ',
    email: 'Email',
    jobTitle: 'Chức vụ',
    department: 'Bộ phận',
    location: 'Nơi làm việc',
  },
  optional: 'không bắt buộc',
  join: 'Tham gia',
  terms: 'Điều khoản',
  privacy: 'Quyền riêng tư',
  language: 'Ngôn ngữ',
  errors: {
    invalid: 'Nhập số di động kèm mã vùng.',
    landline: 'Đây là số cố định. Hãy nhập số di động.',
    abroad: 'Chúng tôi không thể nhắn tin đến số của quốc gia này.',
    missing: 'Hãy điền mục này.',
    long: 'Quá dài. Hãy rút ngắn.',
    email: 'Nhập email như ten@example.com.',
    agree: 'Đánh dấu vào ô để nhận tin nhắn.',
    outdated: 'Nội dung đã thay đổi. Hãy đọc và tham gia lại.',
    slow: 'Quá nhiều lần thử. Hãy chờ vài phút.',
    codeWrong: 'Mã không đúng. Xem lại tin nhắn và thử lại.',
    codeDead: 'Mã đã hết hạn. Bắt đầu lại để nhận mã mới.',
    top: 'Kiểm tra các mục bên dưới.',
  },
  closed: ['Trang này hiện đang đóng', 'Hãy hỏi quản lý cách nhận tin nhắn.'],
  unknown: ['Không tìm thấy trang này', 'Kiểm tra địa chỉ hoặc quét lại mã.'],
  pending: ['Xem điện thoại của bạn', 'Chúng tôi đang gửi tin đến {phone}. Trả lời YES để hoàn tất.'],
  code: ['Nhập mã của bạn', 'Chúng tôi đang gửi mã đến {phone}.'],
  codeLabel: 'Mã 6 chữ số',
  confirm: 'Xác nhận',
  again: 'Bắt đầu lại',
  joined: ['Đã xong', '{organization} có thể nhắn tin cho bạn. Trả lời STOP bất cứ lúc nào để ngừng.'],
  already: ['Bạn đã tham gia', 'Thông tin của bạn đã được cập nhật.'],
  resume: ['Còn một bước', 'Trước đây bạn đã ngừng nhận tin. Nhắn START đến {line} để nhận lại.'],
  noText: 'Chưa có tin nhắn? Nếu trước đây bạn đã ngừng nhận tin, hãy nhắn START đến {line}.',
  sms: {
    reply:
      '{organization}: Bạn đã yêu cầu nhận tin nhắn công việc. Trả lời YES để hoàn tất. Không phải bạn? Hãy bỏ qua.',
    reminder:
      '{organization}: Còn một bước để nhận tin nhắn. Trả lời YES để hoàn tất. Không phải bạn? Hãy bỏ qua, chúng tôi sẽ không hỏi lại.',
    code: '{code} là mã để nhận tin nhắn của {organization}. Đừng chia sẻ mã này.',
    welcome:
      'Đã xong. {organization} nhắn tối đa {frequency}. Có thể mất phí. Trả lời HELP để được trợ giúp, STOP để ngừng.',
  },
}
