/** How to opt out, as the last line of a broadcast, in GSM 03.38 letters where the language allows it. */
const OPT_OUT_LINES: Record<string, string> = {
  en: 'Reply STOP to opt out.',
  es: 'Responde STOP para no recibir más mensajes.',
  fr: 'Répondez STOP pour ne plus recevoir de messages.',
  pt: 'Responda STOP para não receber mais mensagens.',
  vi: 'Trả lời STOP để ngừng nhận tin.',
  zh: '回复 STOP 退订。',
  ht: 'Reponn STOP pou w pa resevwa mesaj ankò.',
  ar: 'أرسل STOP لإيقاف الرسائل.',
}

/** Returns the line in the language of a contact, or in English. */
export function optOutLine(language: string): string {
  return OPT_OUT_LINES[language.split('-')[0] ?? 'en'] ?? (OPT_OUT_LINES['en'] as string)
}
