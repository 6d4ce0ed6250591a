// The consent text of an opt-in page. Its wording is fixed, so that it always has the six parts that carriers check: who
// texts, what and how often, rates, how to stop and get help, that it is voluntary, and links to terms and privacy
// (CTIA Messaging Principles and Best Practices, 5.1).
import type { FlowLanguage } from './flows.ts'

/** How often an organization texts at most. */
export interface TextFrequency {
  count: number
  per: 'day' | 'week' | 'month'
}

interface ConsentWords {
  per: Record<TextFrequency['per'], string>
  text: (organization: string, count: number, per: string) => string
}

const WORDS: Record<FlowLanguage, ConsentWords> = {
  en: {
    per: { day: 'a day', week: 'a week', month: 'a month' },
    text: (organization, count, per) =>
      `I agree to get work texts from ${organization}, up to ${count} ${per}. Message and data rates may apply. Reply STOP to end, HELP for help. Agreeing is not a condition of work.`,
  },
  es: {
    per: { day: 'al día', week: 'por semana', month: 'al mes' },
    text: (organization, count, per) =>
      `Acepto recibir mensajes de trabajo de ${organization}, hasta ${count} ${per}. Pueden aplicarse tarifas de mensajes y datos. Responde STOP para terminar, HELP para recibir ayuda. Aceptar no es condición para trabajar.`,
  },
  fr: {
    per: { day: 'par jour', week: 'par semaine', month: 'par mois' },
    text: (organization, count, per) =>
      `J’accepte de recevoir des messages de travail de ${organization}, jusqu’à ${count} ${per}. Des frais de messages et de données peuvent s’appliquer. Répondez STOP pour arrêter, HELP pour de l’aide. Accepter n’est pas une condition d’emploi.`,
  },
  pt: {
    per: { day: 'por dia', week: 'por semana', month: 'por mês' },
    text: (organization, count, per) =>
      `Aceito receber mensagens de trabalho de ${organization}, até ${count} ${per}. Podem ser cobradas tarifas de mensagens e dados. Responda STOP para parar, HELP para ajuda. Aceitar não é condição de trabalho.`,
  },
  vi: {
    per: { day: 'mỗi ngày', week: 'mỗi tuần', month: 'mỗi tháng' },
    text: (organization, count, per) =>
      `Tôi đồng ý nhận tin nhắn công việc từ ${organization}, tối đa ${count} tin ${per}. Có thể mất phí tin nhắn và dữ liệu. Trả lời STOP để ngừng, HELP để được trợ giúp. Việc đồng ý không phải là điều kiện làm việc.`,
  },
  zh: {
    per: { day: '每天', week: '每周', month: '每月' },
    text: (organization, count, per) =>
      `我同意接收 ${organization} 的工作短信,${per}最多 ${count} 条。可能收取短信和流量费用。回复 STOP 停止,回复 HELP 获取帮助。是否同意不影响工作。`,
  },
  ht: {
    per: { day: 'pa jou', week: 'pa semèn', month: 'pa mwa' },
    text: (organization, count, per) =>
      `Mwen dakò resevwa mesaj travay nan men ${organization}, jiska ${count} ${per}. Ou ka peye frè mesaj ak done. Reponn STOP pou w sispann, HELP pou w jwenn èd. Dakò pa yon kondisyon pou travay.`,
  },
  ar: {
    per: { day: 'في اليوم', week: 'في الأسبوع', month: 'في الشهر' },
    text: (organization, count, per) =>
      `أوافق على تلقي رسائل العمل من ${organization}، حتى ${count} ${per}. قد تُطبق رسوم الرسائل والبيانات. أجب بـ STOP للإيقاف وبـ HELP للمساعدة. الموافقة ليست شرطًا للعمل.`,
  },
}

/** Returns the consent text of an organization in one language. */
export function consentText(organization: string, { count, per }: TextFrequency, language: FlowLanguage): string {
  const words = WORDS[language]
  return words.text(organization, count, words.per[per])
}
