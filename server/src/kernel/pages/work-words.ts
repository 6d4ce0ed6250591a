import type { FlowLanguage } from '@crewline/contract/flow-languages'

/** What the page that asks for work says, in one language; `{seconds}` stands for a number. */
export interface WorkWords {
  title: string
  text: string
  /** Without a script. */
  wait: string
  early: string
  continue: string
}

export const WORK_WORDS: Readonly<Record<FlowLanguage, WorkWords>> = {
  en: {
    title: 'One moment',
    text: 'Many forms came from here. Your phone proves that yours is real. This takes a few seconds.',
    wait: 'Wait {seconds} seconds, then press Continue.',
    early: 'Not yet. Wait {seconds} more seconds, then press Continue.',
    continue: 'Continue',
  },
  es: {
    title: 'Un momento',
    text: 'Se enviaron muchos formularios desde aquí. Tu teléfono demuestra que el tuyo es real. Tarda unos segundos.',
    wait: 'Espera {seconds} segundos y luego pulsa Continuar.',
    early: 'Todavía no. Espera {seconds} segundos más y luego pulsa Continuar.',
    continue: 'Continuar',
  },
  fr: {
    title: 'Un instant',
    text: 'Beaucoup de formulaires ont été envoyés d’ici. Votre téléphone prouve que le vôtre est réel, en quelques secondes.',
    wait: 'Attendez {seconds} secondes, puis appuyez sur Continuer.',
    early: 'Pas encore. Attendez encore {seconds} secondes, puis appuyez sur Continuer.',
    continue: 'Continuer',
  },
  pt: {
    title: 'Um momento',
    text: 'Muitos formulários foram enviados daqui. Seu telefone prova que o seu é real. Isso leva alguns segundos.',
    wait: 'Espere {seconds} segundos e toque em Continuar.',
    early: 'Ainda não. Espere mais {seconds} segundos e toque em Continuar.',
    continue: 'Continuar',
  },
  vi: {
    title: 'Xin chờ một chút',
    text: 'Nhiều biểu mẫu đã được gửi từ đây. Điện thoại của bạn sẽ xác nhận biểu mẫu này là thật trong vài giây.',
    wait: 'Hãy chờ {seconds} giây rồi nhấn Tiếp tục.',
    early: 'Chưa được. Hãy chờ thêm {seconds} giây rồi nhấn Tiếp tục.',
    continue: 'Tiếp tục',
  },
  zh: {
    title: '请稍等',
    text: '这里提交了很多表单。您的手机会用几秒钟证明您的表单是真实的。',
    wait: '请等待 {seconds} 秒,然后点击“继续”。',
    early: '还不行。请再等待 {seconds} 秒,然后点击“继续”。',
    continue: '继续',
  },
  ht: {
    title: 'Yon ti moman',
    text: 'Anpil fòm soti isit la. Telefòn ou ap pwouve pa w la se bon. Sa pran kèk segonn.',
    wait: 'Tann {seconds} segonn, epi peze Kontinye.',
    early: 'Poko. Tann {seconds} segonn ankò, epi peze Kontinye.',
    continue: 'Kontinye',
  },
  ar: {
    title: 'لحظة من فضلك',
    text: 'أُرسلت نماذج كثيرة من هنا. يثبت هاتفك أن نموذجك حقيقي خلال ثوانٍ قليلة.',
    wait: 'انتظر {seconds} ثانية، ثم اضغط على «متابعة».',
    early: 'ليس بعد. انتظر {seconds} ثانية أخرى، ثم اضغط على «متابعة».',
    continue: 'متابعة',
  },
}
