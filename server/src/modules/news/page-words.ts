// What pages of news say around the text of the organization, in the languages of contacts.
import type { NewsLanguage, NewsReaction } from '@crewline/contract/news'

/** The texts around an issue in one language; `{…}` stands for a value. */
export interface PageWords {
  language: string
  minutes: string
  larger: string
  smaller: string
  question: string
  thanks: string
  reactions: Record<NewsReaction, string>
  scan: string
  watchAt: string
  addToCalendar: string
  answer: string
  birthday: string
  yearsHere: string
  over: [title: string, text: string]
  unknown: [title: string, text: string]
  slow: [title: string, text: string]
}

export const PAGE_WORDS: Record<NewsLanguage, PageWords> = {
  en: {
    language: 'Language',
    minutes: '{minutes} min',
    larger: 'Larger text',
    smaller: 'Smaller text',
    question: 'What do you think?',
    thanks: 'Thanks for telling us.',
    reactions: { like: 'Like', love: 'Love it', useful: 'Useful' },
    scan: 'Read this on your phone',
    watchAt: 'Watch on {site}',
    addToCalendar: 'Add to calendar',
    answer: 'Send answer',
    birthday: 'Birthday',
    yearsHere: 'Work anniversary: {years}',
    over: ['This page is no longer here', 'Ask your manager if you still need it.'],
    unknown: ['We can’t find this page', 'Check the address, or open the link in the text again.'],
    slow: ['One moment', 'Wait a minute, then open the page again.'],
  },
  es: {
    language: 'Idioma',
    minutes: '{minutes} min',
    larger: 'Letra más grande',
    smaller: 'Letra más pequeña',
    question: '¿Qué te parece?',
    thanks: 'Gracias por tu opinión.',
    reactions: { like: 'Me gusta', love: 'Me encanta', useful: 'Útil' },
    scan: 'Léelo en tu teléfono',
    watchAt: 'Ver en {site}',
    addToCalendar: 'Agregar al calendario',
    answer: 'Enviar respuesta',
    birthday: 'Cumpleaños',
    yearsHere: 'Aniversario de trabajo: {years}',
    over: ['Esta página ya no está disponible', 'Pregunta a tu supervisor si todavía la necesitas.'],
    unknown: ['No encontramos esta página', 'Revisa la dirección o abre otra vez el enlace del mensaje.'],
    slow: ['Un momento', 'Espera un minuto y abre la página otra vez.'],
  },
  fr: {
    language: 'Langue',
    minutes: '{minutes} min',
    larger: 'Texte plus grand',
    smaller: 'Texte plus petit',
    question: 'Qu’en pensez-vous ?',
    thanks: 'Merci de votre réponse.',
    reactions: { like: 'J’aime', love: 'J’adore', useful: 'Utile' },
    scan: 'À lire sur votre téléphone',
    watchAt: 'Regarder sur {site}',
    addToCalendar: 'Ajouter au calendrier',
    answer: 'Envoyer la réponse',
    birthday: 'Anniversaire',
    yearsHere: 'Anniversaire de travail : {years}',
    over: ['Cette page n’est plus disponible', 'Demandez à votre responsable si vous en avez encore besoin.'],
    unknown: ['Cette page est introuvable', 'Vérifiez l’adresse ou rouvrez le lien du message.'],
    slow: ['Un instant', 'Attendez une minute, puis rouvrez la page.'],
  },
  pt: {
    language: 'Idioma',
    minutes: '{minutes} min',
    larger: 'Texto maior',
    smaller: 'Texto menor',
    question: 'O que você achou?',
    thanks: 'Obrigado pela resposta.',
    reactions: { like: 'Gostei', love: 'Amei', useful: 'Útil' },
    scan: 'Leia no seu celular',
    watchAt: 'Assistir em {site}',
    addToCalendar: 'Adicionar ao calendário',
    answer: 'Enviar resposta',
    birthday: 'Aniversário',
    yearsHere: 'Aniversário de empresa: {years}',
    over: ['Esta página não está mais disponível', 'Pergunte ao seu gestor se ainda precisar dela.'],
    unknown: ['Não encontramos esta página', 'Confira o endereço ou abra de novo o link da mensagem.'],
    slow: ['Um momento', 'Espere um minuto e abra a página de novo.'],
  },
  vi: {
    language: 'Ngôn ngữ',
    minutes: '{minutes} phút',
    larger: 'Chữ lớn hơn',
    smaller: 'Chữ nhỏ hơn',
    question: 'Bạn thấy thế nào?',
    thanks: 'Cảm ơn bạn đã cho biết.',
    reactions: { like: 'Thích', love: 'Rất thích', useful: 'Hữu ích' },
    scan: 'Đọc trên điện thoại của bạn',
    watchAt: 'Xem trên {site}',
    addToCalendar: 'Thêm vào lịch',
    answer: 'Gửi câu trả lời',
    birthday: 'Sinh nhật',
    yearsHere: 'Kỷ niệm làm việc: {years}',
    over: ['Trang này không còn nữa', 'Hãy hỏi quản lý nếu bạn vẫn cần.'],
    unknown: ['Không tìm thấy trang này', 'Kiểm tra địa chỉ hoặc mở lại liên kết trong tin nhắn.'],
    slow: ['Chờ một chút', 'Đợi một phút rồi mở lại trang.'],
  },
  zh: {
    language: '语言',
    minutes: '{minutes} 分钟',
    larger: '放大文字',
    smaller: '缩小文字',
    question: '您觉得怎么样？',
    thanks: '感谢您的反馈。',
    reactions: { like: '赞', love: '很喜欢', useful: '有用' },
    scan: '用手机阅读',
    watchAt: '在 {site} 观看',
    addToCalendar: '添加到日历',
    answer: '提交回答',
    birthday: '生日',
    yearsHere: '入职周年：{years}',
    over: ['此页面已关闭', '如果仍需要，请询问您的主管。'],
    unknown: ['找不到此页面', '请检查网址，或重新打开短信中的链接。'],
    slow: ['请稍候', '请等一分钟，然后重新打开此页面。'],
  },
  ht: {
    language: 'Lang',
    minutes: '{minutes} min',
    larger: 'Lèt pi gwo',
    smaller: 'Lèt pi piti',
    question: 'Ki sa ou panse?',
    thanks: 'Mèsi paske ou di nou.',
    reactions: { like: 'Mwen renmen', love: 'Mwen renmen anpil', useful: 'Itil' },
    scan: 'Li sa a sou telefòn ou',
    watchAt: 'Gade sou {site}',
    addToCalendar: 'Mete nan kalandriye',
    answer: 'Voye repons lan',
    birthday: 'Anivèsè',
    yearsHere: 'Anivèsè travay: {years}',
    over: ['Paj sa a pa la ankò', 'Mande manadjè ou si w toujou bezwen l.'],
    unknown: ['Nou pa jwenn paj sa a', 'Tcheke adrès la, oswa louvri lyen nan mesaj la ankò.'],
    slow: ['Yon ti moman', 'Tann yon minit, epi louvri paj la ankò.'],
  },
  ar: {
    language: 'اللغة',
    minutes: '{minutes} دقيقة',
    larger: 'نص أكبر',
    smaller: 'نص أصغر',
    question: 'ما رأيك؟',
    thanks: 'شكرًا على رأيك.',
    reactions: { like: 'أعجبني', love: 'أحببته', useful: 'مفيد' },
    scan: 'اقرأ هذا على هاتفك',
    watchAt: 'شاهد على {site}',
    addToCalendar: 'أضف إلى التقويم',
    answer: 'إرسال الإجابة',
    birthday: 'عيد ميلاد',
    yearsHere: 'ذكرى العمل: {years}',
    over: ['لم تعد هذه الصفحة متاحة', 'اسأل مديرك إذا كنت لا تزال بحاجة إليها.'],
    unknown: ['لا يمكننا العثور على هذه الصفحة', 'تحقق من العنوان أو افتح الرابط في الرسالة مرة أخرى.'],
    slow: ['لحظة واحدة', 'انتظر دقيقة ثم افتح الصفحة مرة أخرى.'],
  },
}
