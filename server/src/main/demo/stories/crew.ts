/** A dialogue of a main character; Maria is the sender unless another one is named. */
export interface Dialogue {
  endsMinutesAgo: number
  by?: string
  script: string
}

const DAY = 1440

/** The threads of the six main characters, oldest dialogue first. */
export const CREW_DIALOGUES: Record<'sam' | 'ana' | 'hoa' | 'fatima' | 'ben' | 'jeanBaptiste', Dialogue[]> = {
  sam: [
    {
      endsMinutesAgo: 9 * DAY + 130,
      script: `
> Sam, Line 3 had zero stops yesterday. First time this quarter. Thank you!
< Team effort 💪 Ana caught the torn film before it went through
> I'll thank her too. Doughnuts on me tomorrow 🍩`,
    },
    {
      endsMinutesAgo: 3 * DAY + 45,
      by: 'Marcus',
      script: `
< The case packer is throwing error E23 again, third time this week
> Is it stopped and locked out?
< Yes, locked and tagged. Crew is on hand packing
> Maintenance is 10 minutes out. Can you hold the count for the next truck?
< We can do about 60 percent by hand
> That's enough. Thank you Sam
< Running again. They changed the vacuum pump`,
    },
    {
      endsMinutesAgo: 12,
      script: `
> Hi Sam, who can cover packing on Saturday, 6 to 2? We are two short
< I can ask Ana and Ben. Is it time and a half?
> Yes, time and a half, and lunch is on us
< Ana is in. Ben has to check with his wife
> Perfect. Put Ana down. I'll text Ben myself
< 👍`,
    },
  ],
  ana: [
    {
      endsMinutesAgo: 6 * DAY + 200,
      script: `
< Hola Maria, ¿puedo salir a la 1 el jueves? Junta en la escuela de mi hijo
> Sí Ana, sin problema. Avísale a Sam en la reunión de la mañana
< Ya le dije. Muchas gracias 🙏`,
    },
    {
      endsMinutesAgo: 1 * DAY + 95,
      script: `
> Hola Ana, Sam me contó que viste la película rota antes de que parara la línea. ¡Qué buen ojo!
< Ay gracias 😊 es que hacía un ruido raro
> En la reunión de mañana hay un detalle para ti`,
    },
    {
      endsMinutesAgo: 24,
      script: `
> Ana, ¿confirmas el sábado de 6 a 2 en la Línea 3? Tiempo y medio
< Sí, ahí estaré
< Una pregunta, ¿puede venir también mi hermana Lupe? Ella está en la lista de horas extra`,
    },
  ],
  hoa: [
    {
      endsMinutesAgo: 5 * DAY + 310,
      by: 'Priya',
      script: `
> Chào Hoa, thứ Tư có kiểm tra của khách hàng lúc 9 giờ. Hoa đi cùng đoàn được không?
< Dạ được. Em chuẩn bị hồ sơ chuyền 3 nhé
> Tốt quá, cảm ơn Hoa`,
    },
    {
      endsMinutesAgo: 2 * DAY + 60,
      script: `
> Khách hàng rất hài lòng! Họ khen sổ ghi nhiệt độ của Hoa 👏
< Dạ em vui quá, cảm ơn chị 🥰`,
    },
    {
      endsMinutesAgo: 7,
      script: `
< Chị ơi, nhiệt độ phòng lạnh 3 đang là 44 độ, đáng lẽ 38
< Em đã đóng cửa và giữ lô hàng lại. Chị gọi bảo trì giúp em nhé`,
    },
  ],
  fatima: [
    {
      endsMinutesAgo: 8 * DAY + 20,
      by: 'Aisha',
      script: `
< مرحباً، هل أستطيع أخذ استراحة الصلاة الساعة 1 بدلاً من 12:30؟
> أهلاً فاطمة، نعم بالتأكيد. سأخبر رئيس الوردية
< شكراً جزيلاً 🌷`,
    },
    {
      endsMinutesAgo: 47,
      script: `
> مرحباً فاطمة، وصلت وصفة حساء العدس الجديدة. هل يمكنك تجربتها غداً الساعة 7؟
< نعم بكل سرور
< أحتاج 40 كيلو عدس أحمر و3 كيلو كمون
> ستكون في المطبخ قبل السابعة. شكراً لك!
< ممتاز، إلى الغد إن شاء الله`,
    },
  ],
  ben: [
    {
      endsMinutesAgo: 12 * DAY + 75,
      by: 'Dana',
      script: `
> Hi Ben, your forklift certificate ends on the 30th. Renewal class is Wednesday at 6:30 AM, about 3 hours, paid. Can you come?
< Yes I'll be there
> See you in Training B!`,
    },
    {
      endsMinutesAgo: 4 * DAY + 15,
      by: 'Tom',
      script: `
< there's oil on the floor by Dock 5
> Thanks. Can you stand by it until Sanitation comes? 5 minutes
< I put a cone on it and parked across
< All clean now
> Perfect. That's exactly what to do`,
    },
    {
      endsMinutesAgo: 1 * DAY + 400,
      by: 'Priya',
      script: `
>(undelivered 30003) Ben, truck 31 comes an hour early tomorrow, at 4. Can you be at Dock 5?
>(again) again
< Sorry, was in the freezer, no signal. Yes I'll be there
> No worries, thanks Ben`,
    },
    {
      endsMinutesAgo: 3,
      script: `
> Hi Ben, could you drive on Saturday, 6 to 2? Time and a half. Sam said you'd check at home 🙂
< Checked! I can do 6 to noon, my kid has a game at 1. Is that ok?`,
    },
  ],
  jeanBaptiste: [
    {
      endsMinutesAgo: 10 * DAY + 30,
      by: 'Luis',
      script: `
< Alo, nou pa gen ase gan gwosè L pou aswè a
> Mèsi Jean-Baptiste. De bwat ap monte kounye a
< Nou jwenn yo, mèsi`,
    },
    {
      endsMinutesAgo: 2 * DAY + 480,
      script: `
> Jean-Baptiste, enspektè a di liy 3 te pi pwòp nan tout izin nan. Mèsi pou bon travay ou! 👏
< Mèsi anpil, se tout ekip la 🙏`,
    },
    {
      endsMinutesAgo: 96,
      script: `
< Alo Maria, dlo cho a pa mache sou liy 5
> Mèsi. Plonbye a ap vini nan 15 minit. Kòmanse ak liy 2 tanpri
< Dakò, m ap kòmanse ak liy 2
< Dlo a tounen, tout bagay anfòm 💧
> Trè byen, mèsi anpil!`,
    },
  ],
}
