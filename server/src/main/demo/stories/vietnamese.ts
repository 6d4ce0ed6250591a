/** Dialogues in Vietnamese. */
export const VIETNAMESE = `
< Chào {me}, hôm nay em đến trễ khoảng [15|20|30] phút, [xe buýt không tới|xe bị xẹp bánh]
> Cảm ơn {first} đã báo. Đi đường cẩn thận nhé
< Dạ cảm ơn

> Chào {first}, thứ Bảy này bạn làm thêm được không? Từ 6 giờ đến 2 giờ, lương gấp rưỡi
< [Dạ được|Được, cho tôi đăng ký]
> Cảm ơn bạn! Chuyền 5 nhé
< 👍

< Tuần trước lương của tôi thiếu [4|6|8] tiếng
> Để tôi xem lại. Hôm đó bạn có bấm giờ ra không?
< Có, lúc 2 giờ 5 phút
> Đúng rồi, máy bấm giờ bị lỗi. Số giờ đó sẽ có trong kỳ lương tới. Xin lỗi bạn
< Không sao, cảm ơn nhiều

< Hôm nay tôi bị sốt, xin nghỉ một ngày
> Chúc {first} mau khỏe. Nếu nghỉ quá 3 ngày thì mang giấy bác sĩ giúp nhé
< Dạ, cảm ơn

< Máy dán nhãn chuyền 2 lại bị kẹt
> Máy đã tắt và khóa chưa?
< Rồi, có treo thẻ đỏ
> Bảo trì tới trong 10 phút. Cảm ơn bạn báo nhanh
< Chạy lại rồi

> Nhắc nhở: hạn đăng ký bảo hiểm sức khỏe là thứ Sáu. Nếu không thay đổi gì thì gói cũ giữ nguyên.
< Có người giúp bằng tiếng Việt không?
> Có, cô Hạnh ở phòng ăn, từ 11 giờ đến 3 giờ
< Tốt quá, cảm ơn

> Chúc mừng sinh nhật {first}! 🎂 Giờ nghỉ tới có bánh ở phòng ăn nhé
< Cảm ơn mọi người 🥰
`
