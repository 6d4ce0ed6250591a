import { countTexts } from '@crewline/contract/segments'
import type { Language } from './lexicon-rules/lexicon.ts'
import { LEXICONS } from './lexicon-rules/every.ts'
import type { Verdict } from './rules.ts'

/** Who speaks: the organization, and how it is reached besides these texts (empty: not told). */
export interface Speaker {
  organization: string
  helpContact: string
}

type Answer = (name: string, contact: string) => string

interface Answers {
  opt_out: Answer
  opt_in: Answer
  help: Answer
  /** After the first text to a number. */
  notice: Answer
}

// Where the alphabet allows, the words keep to letters of GSM 03.38, so that each answer is one text. The four things
// an answer to HELP must say are who we are, how to reach us, what texts cost and STOP (CTIA Messaging Principles 5.1).
const ANSWERS: Record<Language, Answers> = {
  en: {
    opt_out: (name) => `${name}: You are opted out and will get no more texts. Reply START to join again.`,
    opt_in: (name) => `${name}: You are back. You will get texts from us. Reply STOP to opt out, HELP for help.`,
    help: (name, contact) =>
      `${name} staff texts.${said(' Questions: ', contact)} Msg & data rates may apply. Reply STOP to opt out.`,
    notice: (name) =>
      `You've agreed to get work texts from ${name}. Msg freq varies, msg & data rates may apply. Reply HELP for help, STOP to opt out.`,
  },
  es: {
    opt_out: (name) => `${name}: Ya no te enviaremos textos. Responde START para volver a recibirlos.`,
    opt_in: (name) => `${name}: De nuevo recibes nuestros textos. Responde STOP para no recibirlos, HELP para ayuda.`,
    help: (name, contact) =>
      `${name}: textos para el personal.${said(' Preguntas: ', contact)} Pueden aplicar tarifas. Responde STOP para no recibirlos.`,
    notice: (name) =>
      `Recibes textos de trabajo de ${name}. Frecuencia variable, pueden aplicar tarifas. Responde HELP para ayuda, STOP para no recibirlos.`,
  },
  fr: {
    opt_out: (name) => `${name} : vous ne recevrez plus nos textos. Répondez START pour en recevoir de nouveau.`,
    opt_in: (name) =>
      `${name} : vous recevez de nouveau nos textos. STOP pour ne plus en recevoir, HELP pour une aide.`,
    help: (name, contact) =>
      `${name} : textos au personnel.${said(' Questions : ', contact)} Des frais peuvent s'appliquer. STOP pour ne plus en recevoir.`,
    notice: (name) =>
      `Vous recevez les textos de travail de ${name}. Des frais peuvent s'appliquer. HELP pour une aide, STOP pour ne plus en recevoir.`,
  },
  pt: {
    opt_out: (name) => `${name}: Paramos de enviar textos. Responda START para receber de novo.`,
    opt_in: (name) => `${name}: De novo recebe os nossos textos. Responda STOP para parar, HELP para ajuda.`,
    help: (name, contact) =>
      `${name}: textos para a equipe.${said(' Contato: ', contact)} Tarifas podem ser aplicadas. Responda STOP para parar.`,
    notice: (name) =>
      `Recebe textos de trabalho de ${name}. Tarifas podem ser aplicadas. Responda HELP para ajuda, STOP para parar.`,
  },
  vi: {
    opt_out: (name) => `${name}: Bạn sẽ không nhận tin nữa. Trả lời START để nhận lại.`,
    opt_in: (name) => `${name}: Bạn nhận tin trở lại. STOP để ngừng, HELP để được giúp.`,
    help: (name, contact) =>
      `${name}: tin cho nhân viên.${said(' Liên hệ: ', contact)} Có thể tính cước. STOP để ngừng.`,
    notice: (name) => `Bạn nhận tin công việc từ ${name}. Có thể tính cước. HELP để được giúp, STOP để ngừng.`,
  },
  zh: {
    opt_out: (name) => `${name}：您已退订，不会再收到短信。回复 START 恢复。`,
    opt_in: (name) => `${name}：您已恢复接收短信。回复 STOP 退订，HELP 获取帮助。`,
    help: (name, contact) => `${name}：员工短信。${said('联系：', contact)}可能产生资费。回复 STOP 退订。`,
    notice: (name) => `您将收到${name}的工作短信，可能产生资费。回复 HELP 获取帮助，STOP 退订。`,
  },
  ht: {
    opt_out: (name) => `${name}: Ou p ap jwenn mesaj nou ankò. Reponn START pou w jwenn yo ankò.`,
    opt_in: (name) => `${name}: W ap jwenn mesaj nou yo ankò. Reponn STOP pou sispann, HELP pou èd.`,
    help: (name, contact) =>
      `${name}: mesaj pou anplwaye.${said(' Kesyon: ', contact)} Konpayi telefòn ka fè w peye. Reponn STOP pou sispann.`,
    notice: (name) =>
      `W ap resevwa mesaj travay ${name}. Konpayi telefòn ka fè w peye. Reponn HELP pou èd, STOP pou sispann.`,
  },
  ar: {
    opt_out: (name) => `${name}: لن تصلك رسائلنا بعد الآن. أرسل START للعودة.`,
    opt_in: (name) => `${name}: عادت رسائلنا إليك. أرسل STOP للإيقاف أو HELP للمساعدة.`,
    help: (name, contact) => `${name}: رسائل للموظفين.${said(' للتواصل: ', contact)} قد تطبق رسوم. أرسل STOP للإيقاف.`,
    notice: (name) => `ستصلك رسائل عمل من ${name}. قد تطبق رسوم. أرسل HELP للمساعدة أو STOP للإيقاف.`,
  },
}

function said(before: string, contact: string): string {
  return contact === '' ? '' : `${before}${contact}${/[.!?]$/.test(contact) ? '' : '.'}`
}

/** The shortest form of a name that still says who speaks, in characters. */
const NAME_LEAST = 12

/**
 * The one answer the law allows or asks for after each word, in this language; `null` where nothing is answered. A long
 * name of an organization is cut where the answer would not fit into one text, or two in alphabets that take more room.
 */
export function replyTo(verdict: Verdict, speaker: Speaker, language: Language = 'en'): string | null {
  if (verdict !== 'opt_out' && verdict !== 'opt_in' && verdict !== 'help') return null
  return fitting(ANSWERS[language][verdict], speaker)
}

/**
 * What follows the first text to a number, in the worker's language where we speak it: who texts, that it may cost something,
 * HELP and STOP (CTIA Messaging Principles 5.1). A long name is cut as in answers.
 */
export function noticeFor(organization: string, contactLanguage: string | undefined): string {
  return fitting(ANSWERS[languageOf(contactLanguage, 'en')].notice, { organization, helpContact: '' })
}

function fitting(write: Answer, speaker: Speaker): string {
  const name = Array.from(speaker.organization.trim())
  const contact = speaker.helpContact.trim()
  for (let letters = name.length; letters >= NAME_LEAST; letters--) {
    const words = write(name.slice(0, letters).join('').trim(), contact)
    const { segments, encoding } = countTexts(words)
    if (segments <= (encoding === 'UCS-2' ? 2 : 1)) return words
  }
  return write(speaker.organization.trim(), contact)
}

/** The language of an answer: the worker's where we speak it and it was chosen, else that of the word they said. */
export function languageOf(contact: string | undefined, word: Language): Language {
  const primary = contact?.toLowerCase().split('-')[0]
  const known = LEXICONS.find((one) => one.language === primary)?.language
  // English is what stands until somebody says otherwise, so a word of another language knows better.
  return known === undefined || known === 'en' ? word : known
}
