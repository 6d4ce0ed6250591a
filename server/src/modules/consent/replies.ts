import { countTexts } from '@crewline/contract/segments'
import type { Language } from './lexicon-rules/lexicon.ts'
import { LEXICONS } from './lexicon-rules/every.ts'
import type { MessageIntent } from './rules.ts'

/** The organization that answers, and its other contact address (empty: omitted). */
export interface Speaker {
  organization: string
  helpContact: string
}

type Answer = (name: string, contact: string) => string

interface Answers {
  opt_out: Answer
  opt_in: Answer
  help: Answer
  /** Sent after the first message to a number. */
  notice: Answer
}

// Where the alphabet allows, the texts use only GSM 03.38 letters, so that each answer is one segment. An answer to
// HELP must state the sender, how to reach them, message costs and STOP (CTIA Messaging Principles 5.1).
const ANSWERS: Record<Language, Answers> = {
  en: {
    opt_out: (name) => `${name}: You are opted out and will get no more texts. Reply START to join again.`,
    opt_in: (name) => `${name}: You are back. You will get texts from us. Reply STOP to opt out, HELP for help.`,
    help: (name, contact) =>
      `${name} staff texts.${formatHelpContact(' Questions: ', contact)} Msg & data rates may apply. Reply STOP to opt out.`,
    notice: (name) =>
      `You've agreed to get work texts from ${name}. Msg freq varies, msg & data rates may apply. Reply HELP for help, STOP to opt out.`,
  },
  es: {
    opt_out: (name) => `${name}: Ya no te enviaremos textos. Responde START para volver a recibirlos.`,
    opt_in: (name) => `${name}: De nuevo recibes nuestros textos. Responde STOP para no recibirlos, HELP para ayuda.`,
    help: (name, contact) =>
      `${name}: textos para el personal.${formatHelpContact(' Preguntas: ', contact)} Pueden aplicar tarifas. Responde STOP para no recibirlos.`,
    notice: (name) =>
      `Recibes textos de trabajo de ${name}. Frecuencia variable, pueden aplicar tarifas. Responde HELP para ayuda, STOP para no recibirlos.`,
  },
  fr: {
    opt_out: (name) => `${name} : vous ne recevrez plus nos textos. Répondez START pour en recevoir de nouveau.`,
    opt_in: (name) =>
      `${name} : vous recevez de nouveau nos textos. STOP pour ne plus en recevoir, HELP pour une aide.`,
    help: (name, contact) =>
      `${name} : textos au personnel.${formatHelpContact(' Questions : ', contact)} Des frais peuvent s'appliquer. STOP pour ne plus en recevoir.`,
    notice: (name) =>
      `Vous recevez les textos de travail de ${name}. Des frais peuvent s'appliquer. HELP pour une aide, STOP pour ne plus en recevoir.`,
  },
  pt: {
    opt_out: (name) => `${name}: Paramos de enviar textos. Responda START para receber de novo.`,
    opt_in: (name) => `${name}: De novo recebe os nossos textos. Responda STOP para parar, HELP para ajuda.`,
    help: (name, contact) =>
      `${name}: textos para a equipe.${formatHelpContact(' Contato: ', contact)} Tarifas podem ser aplicadas. Responda STOP para parar.`,
    notice: (name) =>
      `Recebe textos de trabalho de ${name}. Tarifas podem ser aplicadas. Responda HELP para ajuda, STOP para parar.`,
  },
  vi: {
    opt_out: (name) => `${name}: Bạn sẽ không nhận tin nữa. Trả lời START để nhận lại.`,
    opt_in: (name) => `${name}: Bạn nhận tin trở lại. STOP để ngừng, HELP để được giúp.`,
    help: (name, contact) =>
      `${name}: tin cho nhân viên.${formatHelpContact(' Liên hệ: ', contact)} Có thể tính cước. STOP để ngừng.`,
    notice: (name) => `Bạn nhận tin công việc từ ${name}. Có thể tính cước. HELP để được giúp, STOP để ngừng.`,
  },
  zh: {
    opt_out: (name) => `${name}：您已退订，不会再收到短信。回复 START 恢复。`,
    opt_in: (name) => `${name}：您已恢复接收短信。回复 STOP 退订，HELP 获取帮助。`,
    help: (name, contact) => `${name}：员工短信。${formatHelpContact('联系：', contact)}可能产生资费。回复 STOP 退订。`,
    notice: (name) => `您将收到${name}的工作短信，可能产生资费。回复 HELP 获取帮助，STOP 退订。`,
  },
  ht: {
    opt_out: (name) => `${name}: Ou p ap jwenn mesaj nou ankò. Reponn START pou w jwenn yo ankò.`,
    opt_in: (name) => `${name}: W ap jwenn mesaj nou yo ankò. Reponn STOP pou sispann, HELP pou èd.`,
    help: (name, contact) =>
      `${name}: mesaj pou anplwaye.${formatHelpContact(' Kesyon: ', contact)} Konpayi telefòn ka fè w peye. Reponn STOP pou sispann.`,
    notice: (name) =>
      `W ap resevwa mesaj travay ${name}. Konpayi telefòn ka fè w peye. Reponn HELP pou èd, STOP pou sispann.`,
  },
  ar: {
    opt_out: (name) => `${name}: لن تصلك رسائلنا بعد الآن. أرسل START للعودة.`,
    opt_in: (name) => `${name}: عادت رسائلنا إليك. أرسل STOP للإيقاف أو HELP للمساعدة.`,
    help: (name, contact) =>
      `${name}: رسائل للموظفين.${formatHelpContact(' للتواصل: ', contact)} قد تطبق رسوم. أرسل STOP للإيقاف.`,
    notice: (name) => `ستصلك رسائل عمل من ${name}. قد تطبق رسوم. أرسل HELP للمساعدة أو STOP للإيقاف.`,
  },
  tl: {
    opt_out: (name) => `${name}: Hindi ka na makakatanggap ng text mula sa amin. Mag-reply ng START para bumalik.`,
    opt_in: (name) =>
      `${name}: Makakatanggap ka na ulit ng text mula sa amin. Mag-reply ng STOP para itigil, HELP para sa tulong.`,
    help: (name, contact) =>
      `${name}: mga text sa staff.${formatHelpContact(' Tanong: ', contact)} Maaaring may bayad ang text. Mag-reply ng STOP para itigil.`,
    notice: (name) =>
      `Makakatanggap ka ng text sa trabaho mula sa ${name}. Maaaring may bayad. Mag-reply ng HELP para sa tulong, STOP para itigil.`,
  },
}

function formatHelpContact(before: string, contact: string): string {
  return contact === '' ? '' : `${before}${contact}${/[.!?]$/.test(contact) ? '' : '.'}`
}

/** Minimum length of a shortened name that still identifies the sender, in characters. */
const NAME_LEAST = 12

/**
 * Returns the legally allowed or required answer to a classified message in this language, or `null` when none is sent.
 * Shortens a long organization name so that the answer fits one segment, or two in alphabets that need more room.
 */
export function replyTo(intent: MessageIntent, speaker: Speaker, language: Language = 'en'): string | null {
  if (intent !== 'opt_out' && intent !== 'opt_in' && intent !== 'help') return null
  return fitting(ANSWERS[language][intent], speaker)
}

/**
 * Returns the notice sent after the first message to a number, in the contact's language where supported: sender,
 * possible costs, HELP and STOP (CTIA Messaging Principles 5.1). Shortens a long name as in answers.
 */
export function noticeFor(organization: string, contactLanguage: string | undefined): string {
  return fitting(ANSWERS[languageOf(contactLanguage, 'en')].notice, { organization, helpContact: '' })
}

function fitting(write: Answer, speaker: Speaker): string {
  const name = Array.from(speaker.organization.trim())
  const contact = speaker.helpContact.trim()
  for (let length = name.length; length >= NAME_LEAST; length--) {
    const text = write(name.slice(0, length).join('').trim(), contact)
    const { segments, encoding } = countTexts(text)
    if (segments <= (encoding === 'UCS-2' ? 2 : 1)) return text
  }
  return write(speaker.organization.trim(), contact)
}

/** Returns the answer language: the contact's if supported and chosen, or else that of the keyword. */
export function languageOf(contact: string | undefined, keywordLanguage: Language): Language {
  const primary = contact?.toLowerCase().split('-')[0]
  // Filipino is the standardized form of Tagalog and has a code of its own.
  const code = primary === 'fil' ? 'tl' : primary
  const supported = LEXICONS.find((lexicon) => lexicon.language === code)?.language
  // English is the default, so a keyword in another language is better evidence.
  return supported === undefined || supported === 'en' ? keywordLanguage : supported
}
