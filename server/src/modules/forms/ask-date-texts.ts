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

/**
 * What a date is for, and what is not done with it: people hesitate to tell their age. News may name people later, without
 * asking them again, so the form says it in any case.
 */
export const DATE_HELP: Record<'birthday' | 'hireDate', Texts> = {
  birthday: {
    en: 'We use it to congratulate you. Your first name, last initial and this day may appear in our company news. We never mention your age.',
    es: 'La usamos para felicitarte. Tu nombre, la inicial de tu apellido y el día pueden aparecer en las noticias de la empresa. Nunca mencionamos tu edad.',
    fr: 'Elle nous sert à vous féliciter. Votre prénom, l’initiale de votre nom et le jour peuvent figurer dans les actualités de l’entreprise. Nous ne mentionnons jamais votre âge.',
    pt: 'Usamos para dar os parabéns. O seu primeiro nome, a inicial do sobrenome e o dia podem aparecer nas notícias da empresa. Nunca mencionamos a sua idade.',
    vi: 'Chúng tôi dùng ngày này để chúc mừng bạn. Tên, chữ cái đầu của họ và ngày này có thể xuất hiện trong bản tin của công ty. Chúng tôi không bao giờ nhắc đến tuổi của bạn.',
    zh: '我们用它来祝贺你。你的名字、姓氏首字和日期可能会出现在公司新闻中。我们绝不会提到你的年龄。',
    ht: 'Nou sèvi ak li pou n felisite ou. Prenon ou, premye lèt siyati ou ak jou a ka parèt nan nouvèl konpayi an. Nou pa janm di laj ou.',
    ar: 'نستخدمه لتهنئتك. قد يظهر اسمك الأول والحرف الأول من اسم عائلتك واليوم في أخبار الشركة. لا نذكر عمرك أبدًا.',
  },
  hireDate: {
    en: 'We use it to congratulate you. Your first name, last initial, this day and your years with us may appear in our company news.',
    es: 'La usamos para felicitarte. Tu nombre, la inicial de tu apellido, el día y tus años con nosotros pueden aparecer en las noticias de la empresa.',
    fr: 'Elle nous sert à vous féliciter. Votre prénom, l’initiale de votre nom, le jour et votre ancienneté peuvent figurer dans les actualités de l’entreprise.',
    pt: 'Usamos para dar os parabéns. O seu primeiro nome, a inicial do sobrenome, o dia e os seus anos de empresa podem aparecer nas notícias da empresa.',
    vi: 'Chúng tôi dùng ngày này để chúc mừng bạn. Tên, chữ cái đầu của họ, ngày này và số năm làm việc của bạn có thể xuất hiện trong bản tin của công ty.',
    zh: '我们用它来祝贺你。你的名字、姓氏首字、日期和工作年数可能会出现在公司新闻中。',
    ht: 'Nou sèvi ak li pou n felisite ou. Prenon ou, premye lèt siyati ou, jou a ak kantite ane ou gen avèk nou ka parèt nan nouvèl konpayi an.',
    ar: 'نستخدمه لتهنئتك. قد يظهر اسمك الأول والحرف الأول من اسم عائلتك واليوم وعدد سنوات عملك معنا في أخبار الشركة.',
  },
}
