// The phrases that ship with the product, one per line: its id, `!` if it is about safety, and one column per language.
// {time}, {day}, {number}, {phone}, {code} and {name} are slots. A phrase is matched and sent as a whole sentence, so
// every column must mean the same. An id never changes; a changed text gets a new review date.

export const PHRASE_LANGUAGES = ['en', 'es', 'fr', 'pt', 'vi', 'zh', 'ht', 'ar'] as const
export type PhraseLanguage = (typeof PHRASE_LANGUAGES)[number]

type Reviews = Partial<Record<PhraseLanguage, { by: string; on: string }>>

/**
 * Who read the column of a language and when. A column without a review by a person who reads the language is not
 * offered until an organization has reviewed its phrases.
 */
export const REVIEWS: Reviews = {
  en: { by: 'Crewline', on: '2026-11-23' },
  es: { by: 'Crewline', on: '2026-11-23' },
  fr: { by: 'Crewline', on: '2026-11-23' },
  pt: { by: 'Crewline', on: '2026-11-23' },
}

/** The same for the columns of more-phrases.ts, which are newer. */
export const REVIEWS_OF_MORE: Reviews = {
  en: { by: 'Crewline', on: '2026-11-28' },
  es: { by: 'Crewline', on: '2026-11-28' },
  fr: { by: 'Crewline', on: '2026-11-28' },
  pt: { by: 'Crewline', on: '2026-11-28' },
}

export const PHRASES = `
yes | Yes. | Sí. | Oui. | Sim. | Vâng. | 是的。 | Wi. | نعم.
no | No. | No. | Non. | Não. | Không. | 不。 | Non. | لا.
ok | Ok. | De acuerdo. | D'accord. | Tudo bem. | Được. | 好的。 | Dakò. | حسنا.
okay | Okay. | Está bien. | Très bien. | Está bem. | Được rồi. | 好。 | Oke. | تمام.
thanks | Thanks. | Gracias. | Merci. | Obrigado. | Cảm ơn. | 谢谢。 | Mèsi. | شكرا.
thank_you | Thank you. | Muchas gracias. | Merci beaucoup. | Muito obrigado. | Cảm ơn nhiều. | 非常感谢。 | Mèsi anpil. | شكرا جزيلا.
you_are_welcome | You're welcome. | De nada. | De rien. | De nada. | Không có gì. | 不客气。 | Pa gen pwoblèm. | عفوا.
please | Please. | Por favor. | S'il vous plaît. | Por favor. | Làm ơn. | 请。 | Tanpri. | من فضلك.
hello | Hello. | Hola. | Bonjour. | Olá. | Xin chào. | 你好。 | Bonjou. | مرحبا.
good_morning | Good morning. | Buenos días. | Bonjour. | Bom dia. | Chào buổi sáng. | 早上好。 | Bon maten. | صباح الخير.
good_night | Good night. | Buenas noches. | Bonne nuit. | Boa noite. | Chúc ngủ ngon. | 晚安。 | Bòn nwit. | تصبح على خير.
sorry | Sorry. | Lo siento. | Désolé. | Desculpe. | Xin lỗi. | 对不起。 | Padon. | آسف.
i_understand | I understand. | Entiendo. | Je comprends. | Entendo. | Tôi hiểu. | 我明白了。 | Mwen konprann. | فهمت.
i_do_not_understand | I don't understand. | No entiendo. | Je ne comprends pas. | Não entendo. | Tôi không hiểu. | 我不明白。 | Mwen pa konprann. | لا أفهم.
i_am_sick | I'm sick. | Estoy enfermo. | Je suis malade. | Estou doente. | Tôi bị ốm. | 我生病了。 | Mwen malad. | أنا مريض.
i_am_sick_today | I'm sick today. | Hoy estoy enfermo. | Je suis malade aujourd'hui. | Estou doente hoje. | Hôm nay tôi bị ốm. | 我今天生病了。 | Mwen malad jodi a. | أنا مريض اليوم.
i_will_be_late | I'll be late. | Voy a llegar tarde. | Je serai en retard. | Vou me atrasar. | Tôi sẽ đến muộn. | 我会迟到。 | Mwen pral an reta. | سأتأخر.
i_will_be_minutes_late | I'll be {number} minutes late. | Voy a llegar {number} minutos tarde. | J'aurai {number} minutes de retard. | Vou me atrasar {number} minutos. | Tôi sẽ đến muộn {number} phút. | 我会迟到{number}分钟。 | Mwen pral an reta {number} minit. | سأتأخر {number} دقيقة.
i_am_on_my_way | I'm on my way. | Voy en camino. | Je suis en route. | Estou a caminho. | Tôi đang trên đường. | 我在路上。 | Mwen sou wout. | أنا في الطريق.
i_am_here | I'm here. | Ya llegué. | Je suis arrivé. | Já cheguei. | Tôi đến rồi. | 我到了。 | Mwen rive. | وصلت.
i_can_work | I can work. | Puedo trabajar. | Je peux travailler. | Posso trabalhar. | Tôi làm được. | 我可以上班。 | Mwen ka travay. | يمكنني العمل.
i_can_not_work | I can't work. | No puedo trabajar. | Je ne peux pas travailler. | Não posso trabalhar. | Tôi không làm được. | 我不能上班。 | Mwen pa ka travay. | لا يمكنني العمل.
i_can_work_on_day | I can work {day}. | Puedo trabajar el {day}. | Je peux travailler {day}. | Posso trabalhar {day}. | Tôi làm được vào {day}. | 我{day}可以上班。 | Mwen ka travay {day}. | يمكنني العمل يوم {day}.
i_can_not_work_on_day | I can't work {day}. | No puedo trabajar el {day}. | Je ne peux pas travailler {day}. | Não posso trabalhar {day}. | Tôi không làm được vào {day}. | 我{day}不能上班。 | Mwen pa ka travay {day}. | لا يمكنني العمل يوم {day}.
can_you_work_on_day | Can you work {day}? | ¿Puedes trabajar el {day}? | Pouvez-vous travailler {day} ? | Você pode trabalhar {day}? | Bạn có thể làm vào {day} không? | 你{day}能上班吗？ | Èske ou ka travay {day}? | هل يمكنك العمل يوم {day}؟
can_you_work_today | Can you work today? | ¿Puedes trabajar hoy? | Pouvez-vous travailler aujourd'hui ? | Você pode trabalhar hoje? | Hôm nay bạn làm được không? | 你今天能上班吗？ | Èske ou ka travay jodi a? | هل يمكنك العمل اليوم؟
can_you_work_tomorrow | Can you work tomorrow? | ¿Puedes trabajar mañana? | Pouvez-vous travailler demain ? | Você pode trabalhar amanhã? | Ngày mai bạn làm được không? | 你明天能上班吗？ | Èske ou ka travay demen? | هل يمكنك العمل غدا؟
can_you_come_in_at | Can you come in at {time}? | ¿Puedes venir a las {time}? | Pouvez-vous venir à {time} ? | Você pode vir às {time}? | Bạn đến lúc {time} được không? | 你{time}能来吗？ | Èske ou ka vini a {time}? | هل يمكنك الحضور الساعة {time}؟
can_you_cover_a_shift | Can you cover a shift? | ¿Puedes cubrir un turno? | Pouvez-vous couvrir un poste ? | Você pode cobrir um turno? | Bạn làm thay một ca được không? | 你能顶一个班吗？ | Èske ou ka kouvri yon chif? | هل يمكنك تغطية وردية؟
can_i_swap_my_shift | Can I swap my shift? | ¿Puedo cambiar mi turno? | Puis-je échanger mon poste ? | Posso trocar meu turno? | Tôi đổi ca được không? | 我可以换班吗？ | Èske mwen ka chanje chif mwen? | هل يمكنني تبديل ورديتي؟
can_i_swap_my_shift_on_on_day | Can I swap my shift on {day}? | ¿Puedo cambiar mi turno del {day}? | Puis-je échanger mon poste de {day} ? | Posso trocar meu turno de {day}? | Tôi đổi ca {day} được không? | 我可以换{day}的班吗？ | Èske mwen ka chanje chif {day} mwen? | هل يمكنني تبديل وردية {day}؟
can_i_have_on_day_off | Can I have {day} off? | ¿Puedo tener libre el {day}? | Puis-je avoir congé {day} ? | Posso folgar {day}? | Tôi nghỉ {day} được không? | 我{day}可以休息吗？ | Èske mwen ka pran {day} konje? | هل يمكنني أخذ إجازة يوم {day}؟
when_do_i_work | When do I work? | ¿Cuándo trabajo? | Quand est-ce que je travaille ? | Quando eu trabalho? | Khi nào tôi làm việc? | 我什么时候上班？ | Kilè mwen travay? | متى أعمل؟
when_does_my_shift_start | When does my shift start? | ¿Cuándo empieza mi turno? | Quand commence mon poste ? | Quando começa meu turno? | Ca của tôi bắt đầu khi nào? | 我的班几点开始？ | Kilè chif mwen kòmanse? | متى تبدأ ورديتي؟
your_shift_starts_at | Your shift starts at {time}. | Tu turno empieza a las {time}. | Votre poste commence à {time}. | Seu turno começa às {time}. | Ca của bạn bắt đầu lúc {time}. | 你的班{time}开始。 | Chif ou kòmanse a {time}. | تبدأ ورديتك الساعة {time}.
your_shift_starts_at_on_on_day | Your shift starts at {time} on {day}. | Tu turno empieza a las {time} el {day}. | Votre poste commence à {time} {day}. | Seu turno começa às {time} na {day}. | Ca của bạn bắt đầu lúc {time} vào {day}. | 你{day}的班{time}开始。 | Chif ou kòmanse a {time} {day}. | تبدأ ورديتك الساعة {time} يوم {day}.
your_shift_ends_at | Your shift ends at {time}. | Tu turno termina a las {time}. | Votre poste finit à {time}. | Seu turno termina às {time}. | Ca của bạn kết thúc lúc {time}. | 你的班{time}结束。 | Chif ou fini a {time}. | تنتهي ورديتك الساعة {time}.
your_shift_is_cancelled | Your shift is cancelled. | Tu turno está cancelado. | Votre poste est annulé. | Seu turno foi cancelado. | Ca của bạn bị hủy. | 你的班取消了。 | Chif ou anile. | تم إلغاء ورديتك.
i_moved_you_to_on_day | I moved you to {day}. | Te cambié al {day}. | Je vous ai mis {day}. | Mudei você para {day}. | Tôi đã chuyển bạn sang {day}. | 我把你调到{day}了。 | Mwen mete ou {day}. | نقلتك إلى يوم {day}.
see_you_on_day | See you {day}. | Nos vemos el {day}. | À {day}. | Até {day}. | Hẹn gặp {day}. | {day}见。 | N a wè {day}. | أراك يوم {day}.
see_you_tomorrow | See you tomorrow. | Nos vemos mañana. | À demain. | Até amanhã. | Hẹn gặp ngày mai. | 明天见。 | N a wè demen. | أراك غدا.
see_you_at | See you at {time}. | Nos vemos a las {time}. | On se voit à {time}. | Até às {time}. | Hẹn gặp lúc {time}. | {time}见。 | N a wè a {time}. | أراك الساعة {time}.
where_are_you | Where are you? | ¿Dónde estás? | Où êtes-vous ? | Onde você está? | Bạn đang ở đâu? | 你在哪里？ | Kote ou ye? | أين أنت؟
where_do_i_go | Where do I go? | ¿A dónde voy? | Où dois-je aller ? | Para onde eu vou? | Tôi đi đâu? | 我去哪里？ | Ki kote mwen ale? | إلى أين أذهب؟
when_do_we_get_paid | When do we get paid? | ¿Cuándo nos pagan? | Quand sommes-nous payés ? | Quando recebemos? | Khi nào có lương? | 什么时候发工资？ | Kilè n ap touche? | متى نستلم الراتب؟
my_pay_is_wrong | My pay is wrong. | Mi pago está mal. | Ma paie est fausse. | Meu pagamento está errado. | Lương của tôi bị sai. | 我的工资不对。 | Peman mwen pa bon. | راتبي غير صحيح.
please_call_me | Please call me. | Por favor llámame. | Appelez-moi s'il vous plaît. | Por favor me ligue. | Làm ơn gọi cho tôi. | 请给我打电话。 | Tanpri rele mwen. | اتصل بي من فضلك.
please_call_me_when_you_can | Please call me when you can. | Llámame cuando puedas por favor. | Appelez-moi quand vous pouvez. | Me ligue quando puder. | Gọi cho tôi khi có thể. | 有空请给我打电话。 | Rele mwen lè ou kapab. | اتصل بي عندما تستطيع.
i_need_help ! | I need help. | Necesito ayuda. | J'ai besoin d'aide. | Preciso de ajuda. | Tôi cần giúp. | 我需要帮助。 | Mwen bezwen èd. | أحتاج مساعدة.
i_am_safe ! | I'm safe. | Estoy a salvo. | Je suis en sécurité. | Estou em segurança. | Tôi an toàn. | 我安全。 | Mwen an sekirite. | أنا بأمان.
are_you_safe ! | Are you safe? | ¿Estás a salvo? | Êtes-vous en sécurité ? | Você está em segurança? | Bạn có an toàn không? | 你安全吗？ | Èske ou an sekirite? | هل أنت بأمان؟
the_plant_is_closed_today | The plant is closed today. | La planta está cerrada hoy. | L'usine est fermée aujourd'hui. | A fábrica está fechada hoje. | Hôm nay nhà máy đóng cửa. | 工厂今天关闭。 | Izin nan fèmen jodi a. | المصنع مغلق اليوم.
leave_the_building_now ! | Leave the building now. | Salgan del edificio ahora. | Quittez le bâtiment maintenant. | Saiam do prédio agora. | Hãy rời khỏi tòa nhà ngay. | 马上离开大楼。 | Kite bilding nan kounye a. | غادروا المبنى الآن.
call_in_an_emergency ! | Call {phone} in an emergency. | Llama al {phone} en una emergencia. | Appelez le {phone} en cas d'urgence. | Ligue {phone} em uma emergência. | Gọi {phone} khi khẩn cấp. | 紧急情况请拨打{phone}。 | Rele {phone} si gen ijans. | اتصل على {phone} في حالة الطوارئ.
wear_your_safety_shoes ! | Wear your safety shoes. | Usa tus zapatos de seguridad. | Portez vos chaussures de sécurité. | Use seus sapatos de segurança. | Hãy mang giày bảo hộ. | 请穿安全鞋。 | Mete soulye sekirite ou. | ارتد حذاء السلامة.
the_machine_is_broken | The machine is broken. | La máquina está rota. | La machine est en panne. | A máquina quebrou. | Máy bị hỏng. | 机器坏了。 | Machin nan gate. | الآلة معطلة.
the_machine_works_again | The machine works again. | La máquina funciona otra vez. | La machine remarche. | A máquina voltou a funcionar. | Máy chạy lại rồi. | 机器又好了。 | Machin nan mache ankò. | الآلة تعمل من جديد.
i_am_ready | I'm ready. | Estoy listo. | Je suis prêt. | Estou pronto. | Tôi sẵn sàng. | 我准备好了。 | Mwen pare. | أنا جاهز.
i_am_running_late | I'm running late. | Voy con retraso. | Je suis en retard. | Estou atrasado. | Tôi đang bị trễ. | 我要迟到了。 | Mwen an reta. | أنا متأخر.
my_bus_is_late | My bus is late. | Mi autobús viene tarde. | Mon bus est en retard. | Meu ônibus está atrasado. | Xe buýt của tôi đến muộn. | 我的公交车晚点了。 | Bis mwen an an reta. | حافلتي متأخرة.
my_car_is_broken | My car is broken. | Mi coche no funciona. | Ma voiture est en panne. | Meu carro quebrou. | Xe của tôi bị hỏng. | 我的车坏了。 | Machin mwen an pàn. | سيارتي معطلة.
my_child_is_sick | My child is sick. | Mi hijo está enfermo. | Mon enfant est malade. | Meu filho está doente. | Con tôi bị ốm. | 我的孩子生病了。 | Pitit mwen malad. | طفلي مريض.
i_have_a_doctor_appointment | I have a doctor appointment. | Tengo cita con el médico. | J'ai un rendez-vous chez le médecin. | Tenho consulta médica. | Tôi có hẹn với bác sĩ. | 我约了医生。 | Mwen gen randevou ak doktè. | لدي موعد مع الطبيب.
how_many_hours | How many hours? | ¿Cuántas horas? | Combien d'heures ? | Quantas horas? | Bao nhiêu giờ? | 多少小时？ | Konbyen èdtan? | كم ساعة؟
no_problem | No problem. | No hay problema. | Pas de problème. | Sem problema. | Không vấn đề gì. | 没问题。 | Pa gen pwoblèm. | لا مشكلة.
great | Great. | Perfecto. | Parfait. | Ótimo. | Tuyệt vời. | 太好了。 | Trè byen. | ممتاز.
have_a_good_day | Have a good day. | Que tengas buen día. | Bonne journée. | Tenha um bom dia. | Chúc một ngày tốt lành. | 祝你今天愉快。 | Bòn jounen. | يوما سعيدا.
get_well_soon | Get well soon. | Que te mejores pronto. | Bon rétablissement. | Melhoras. | Chúc mau khỏe. | 早日康复。 | Fè gerizon. | أتمنى لك الشفاء العاجل.
happy_birthday | Happy birthday. | Feliz cumpleaños. | Joyeux anniversaire. | Feliz aniversário. | Chúc mừng sinh nhật. | 生日快乐。 | Bòn fèt. | عيد ميلاد سعيد.
`
