/** A message sent to many contacts at the same time. */
export interface Notice {
  daysAgo: number
  /** Minute of the day, local time. */
  minute: number
  /** The share of contacts who got it, from 0 to 1. */
  share: number
  texts: Record<string, string>
  answers: Record<string, string[]>
}

export const NOTICES: Notice[] = [
  {
    daysAgo: 4,
    minute: 13 * 60 + 5,
    share: 0.4,
    texts: {
      en: 'Severe storm warning tonight. Second shift ends at 8 PM, night shift starts at 11 PM. Please drive slowly. If you cannot make it in, text us here.',
      es: 'Aviso de tormenta fuerte esta noche. El segundo turno termina a las 8 PM y el turno de noche empieza a las 11 PM. Manejen con cuidado. Si no pueden llegar, avísennos por aquí.',
      vi: 'Cảnh báo bão lớn tối nay. Ca hai kết thúc lúc 8 giờ tối, ca đêm bắt đầu lúc 11 giờ. Xin lái xe cẩn thận. Nếu không đến được, xin nhắn tin cho chúng tôi.',
      ht: 'Gen gwo move tan aswè a. Dezyèm ekip la fini a 8è, ekip lannwit la kòmanse a 11è. Kondui dousman. Si ou pa ka vini, voye yon mesaj ban nou.',
      ar: 'تحذير من عاصفة شديدة الليلة. تنتهي الوردية الثانية الساعة 8 مساءً وتبدأ الوردية الليلية الساعة 11. قودوا بحذر. إذا تعذر الحضور، أرسلوا لنا رسالة هنا.',
      zh: '今晚有强风暴预警。中班晚上8点下班，夜班11点开始。请小心驾驶。如果来不了，请发短信告诉我们。',
    },
    answers: {
      en: ['Got it', 'ok thanks', '👍', 'Stay safe everyone ⛈️', 'thx for telling us early'],
      es: ['Entendido, gracias', 'ok 👍', 'Gracias por avisar'],
      vi: ['Dạ biết rồi, cảm ơn'],
      ht: ['Mèsi anpil'],
      ar: ['شكراً'],
      zh: ['收到，谢谢'],
    },
  },
  {
    daysAgo: 11,
    minute: 9 * 60 + 30,
    share: 0.3,
    texts: {
      en: 'Reminder: open enrollment for health insurance ends on Friday. Help in the break room from 11 to 3, in English, Spanish, Polish and Creole. If you do nothing, your plan stays the same.',
      es: 'Recordatorio: la inscripción al seguro médico termina el viernes. Hay ayuda en español en el comedor de 11 a 3. Si no hace nada, su plan sigue igual.',
    },
    answers: { en: ['Thanks', 'done already', 'ok'], es: ['Gracias', 'Ya lo hice'] },
  },
  {
    daysAgo: 19,
    minute: 14 * 60 + 15,
    share: 0.3,
    texts: {
      en: 'Safety first: from today everyone in the freezer aisles wears the yellow vest, visitors too. Vests are at the gate. Thank you for 60 days without an injury! 👏',
      es: 'La seguridad es primero: desde hoy todos en los pasillos del congelador usan chaleco amarillo, también las visitas. Los chalecos están en la entrada. ¡Gracias por 60 días sin accidentes! 👏',
    },
    answers: { en: ['👏👏', 'ok', 'Got mine'], es: ['👏', 'Enterado'] },
  },
  {
    daysAgo: 33,
    minute: 16 * 60,
    share: 0.3,
    texts: {
      en: 'The water main on Laramie broke. The gate on 31st Street is closed, please use lot C. Everything else runs as planned.',
      es: 'Se rompió la tubería de agua en Laramie. La entrada de la calle 31 está cerrada, usen el estacionamiento C. Todo lo demás sigue igual.',
    },
    answers: { en: ['ok', 'Thank you'], es: ['Gracias'] },
  },
]
