// The texts of the forms that ask people for a date, in every language of forms.
import type { FormLanguage } from '@crewline/contract/form-content'

type Texts = Record<FormLanguage, string>

/** What the form asks, for the dates that every contact has. */
export const ASKED: Record<'birthday' | 'hireDate', Texts> = {
  birthday: {
    en: 'When is your birthday?',
    es: '¿Cuándo es tu cumpleaños?',
    fr: 'Quelle est votre date de naissance ?',
    pt: 'Quando é o seu aniversário?',
    vi: 'Sinh nhật của bạn là ngày nào?',
    zh: '你的生日是哪一天？',
    ht: 'Ki dat anivèsè nesans ou?',
    ar: 'متى عيد ميلادك؟',
  },
  hireDate: {
    en: 'When did you start working here?',
    es: '¿Cuándo empezaste a trabajar aquí?',
    fr: 'Quand avez-vous commencé à travailler ici ?',
    pt: 'Quando você começou a trabalhar aqui?',
    vi: 'Bạn bắt đầu làm việc ở đây khi nào?',
    zh: '你是哪一天开始在这里工作的？',
    ht: 'Kilè ou te kòmanse travay isit la?',
    ar: 'متى بدأت العمل هنا؟',
  },
}

/** What the birthday is for, and what is not: people hesitate to tell their age. */
export const BIRTHDAY_HELP: Texts = {
  en: 'We use it to congratulate you. We never text your age.',
  es: 'La usamos para felicitarte. Nunca mencionamos tu edad.',
  fr: 'Elle nous sert à vous féliciter. Nous ne mentionnons jamais votre âge.',
  pt: 'Usamos para dar os parabéns. Nunca mencionamos a sua idade.',
  vi: 'Chúng tôi dùng ngày này để chúc mừng bạn. Chúng tôi không bao giờ nhắc đến tuổi của bạn.',
  zh: '我们只用它来祝贺你，绝不会提到你的年龄。',
  ht: 'Nou sèvi ak li pou n felisite ou. Nou pa janm di laj ou.',
  ar: 'نستخدمه لتهنئتك. لا نذكر عمرك أبدًا.',
}
