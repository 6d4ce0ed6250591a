// What flows say to contacts, in eight languages.
import type { FlowLanguage } from '@crewline/contract/flows'

/** One possible answer: what to reply, and what it means. */
export interface Choice {
  key: string
  label: string
}

/** What flows say in one language. */
export interface Texts {
  /** Names every answer in one sentence; for few short answers. */
  options: (choices: Choice[]) => string
  /** Stands below the answers, one per line. */
  oneOfThese: string
  scale: (min: number, max: number) => string
  number: string
  numberFrom: (min: number) => string
  numberTo: (max: number) => string
  text: string
  acknowledge: string
  invite: string
  choices: string
  date: (sample: string) => string
  time: (sample: string) => string
  phone: string
  email: string
  back: string
  unfinished: string
  skip: string
  thanks: string
  changed: (answer: string) => string
  hint: string
  closed: string
  already: string
}

/** Joins answers such as "1 for Yes" with commas. */
function listed(choices: Choice[], word: string): string {
  return choices.map(({ key, label }) => `${key} ${word} ${label}`).join(', ')
}

// Where the alphabet allows, the texts use only GSM 03.38 letters, so that a short question is one segment.
export const TEXTS: Record<FlowLanguage, Texts> = {
  en: {
    options: (choices) => `Reply ${listed(choices, 'for')}.`,
    oneOfThese: 'Reply with your choice.',
    scale: (min, max) => `Reply with a number from ${min} to ${max}.`,
    number: 'Reply with a number.',
    numberFrom: (min) => `Reply with a number, ${min} or more.`,
    numberTo: (max) => `Reply with a number, ${max} or less.`,
    text: 'Reply with your answer.',
    acknowledge: 'Reply OK to confirm.',
    invite: 'Or reply OK to answer here by text.',
    choices: 'Reply with one or more numbers, such as 1 3.',
    date: (sample) => `Reply with a date, such as ${sample}.`,
    time: (sample) => `Reply with a time, such as ${sample}.`,
    phone: 'Reply with a phone number.',
    email: 'Reply with an email address.',
    back: 'Reply BACK for the question before.',
    unfinished: "You haven't finished your answers. Reply OK to continue.",
    skip: 'Reply SKIP to skip.',
    thanks: 'Thanks, we got your answer.',
    changed: (answer) => `Thanks, your answer is now: ${answer}.`,
    hint: "Sorry, we didn't understand that.",
    closed: 'Sorry, this question is closed.',
    already: "We already have your answer. It can't be changed.",
  },
  es: {
    options: (choices) => `Responde ${listed(choices, 'para')}.`,
    oneOfThese: 'Responde con la que prefieras.',
    scale: (min, max) => `Responde del ${min} al ${max}.`,
    number: 'Responde con una cifra.',
    numberFrom: (min) => `Responde con una cifra desde ${min}.`,
    numberTo: (max) => `Responde con una cifra hasta ${max}.`,
    text: 'Responde con tus palabras.',
    acknowledge: 'Responde OK para confirmar.',
    invite: 'O responde OK para contestar por mensaje.',
    choices: 'Responde con una o más cifras, por ejemplo 1 3.',
    date: (sample) => `Responde con una fecha, por ejemplo ${sample}.`,
    time: (sample) => `Responde con una hora, por ejemplo ${sample}.`,
    phone: 'Responde con un teléfono.',
    email: 'Responde con un correo.',
    back: 'Responde VOLVER para ver la pregunta anterior.',
    unfinished: 'Te faltan respuestas. Responde OK para continuar.',
    skip: 'Responde OMITIR para pasar a la siguiente.',
    thanks: 'Gracias, recibimos tu respuesta.',
    changed: (answer) => `Gracias, tu respuesta ahora es: ${answer}.`,
    hint: 'Perdona, no entendimos tu respuesta.',
    closed: 'Esta pregunta ya no recibe respuestas.',
    already: 'Ya tenemos tu respuesta y no se puede cambiar.',
  },
  fr: {
    options: (choices) => `Répondez ${listed(choices, 'pour')}.`,
    oneOfThese: 'Répondez avec votre choix.',
    scale: (min, max) => `Répondez par un nombre de ${min} à ${max}.`,
    number: 'Répondez par un nombre.',
    numberFrom: (min) => `Répondez par un nombre, ${min} ou plus.`,
    numberTo: (max) => `Répondez par un nombre, ${max} ou moins.`,
    text: 'Répondez avec vos mots.',
    acknowledge: 'Répondez OK pour confirmer.',
    invite: 'Ou répondez OK pour répondre ici par texto.',
    choices: 'Répondez par un ou plusieurs nombres, par exemple 1 3.',
    date: (sample) => `Répondez par une date, par exemple ${sample}.`,
    time: (sample) => `Répondez par une heure, par exemple ${sample}.`,
    phone: 'Répondez par un numéro de téléphone.',
    email: 'Répondez par une adresse e-mail.',
    back: 'Répondez RETOUR pour la question précédente.',
    unfinished: 'Il vous reste des questions. Répondez OK pour continuer.',
    skip: 'Répondez PASSER pour sauter la question.',
    thanks: 'Merci, votre réponse est bien arrivée.',
    changed: (answer) => `Merci, votre réponse est maintenant: ${answer}.`,
    hint: "Désolé, nous n'avons pas compris.",
    closed: 'Désolé, cette question est close.',
    already: 'Nous avons déjà votre réponse, qui ne peut plus changer.',
  },
  pt: {
    options: (choices) => `Responda ${listed(choices, 'para')}.`,
    oneOfThese: 'Responda com a sua escolha.',
    scale: (min, max) => `Responda de ${min} a ${max}.`,
    number: 'Responda com um valor em algarismos.',
    numberFrom: (min) => `Responda com um valor, ${min} ou mais.`,
    numberTo: (max) => `Responda com um valor, ${max} ou menos.`,
    text: 'Responda com as suas palavras.',
    acknowledge: 'Responda OK para confirmar.',
    invite: 'Ou responda OK para responder por mensagem.',
    choices: 'Responda com um ou mais valores, por exemplo 1 3.',
    date: (sample) => `Responda com uma data, por exemplo ${sample}.`,
    time: (sample) => `Responda com uma hora, por exemplo ${sample}.`,
    phone: 'Responda com um telefone.',
    email: 'Responda com um e-mail.',
    back: 'Responda VOLTAR para a pergunta anterior.',
    unfinished: 'Ainda faltam respostas. Responda OK para continuar.',
    skip: 'Responda PULAR para pular.',
    thanks: 'Obrigado, recebemos a sua resposta.',
    changed: (answer) => `Obrigado, a sua resposta agora é: ${answer}.`,
    hint: 'Desculpe, a resposta ficou pouco clara.',
    closed: 'Desculpe, esta pergunta encerrou.',
    already: 'A sua resposta chegou antes e continua valendo.',
  },
  vi: {
    options: (choices) => `Trả lời ${listed(choices, 'nếu chọn')}.`,
    oneOfThese: 'Trả lời bằng lựa chọn của bạn.',
    scale: (min, max) => `Trả lời một số từ ${min} đến ${max}.`,
    number: 'Trả lời bằng một con số.',
    numberFrom: (min) => `Trả lời bằng một số từ ${min} trở lên.`,
    numberTo: (max) => `Trả lời bằng một số không quá ${max}.`,
    text: 'Hãy nhắn câu trả lời của bạn.',
    acknowledge: 'Trả lời OK để xác nhận.',
    invite: 'Hoặc trả lời OK để trả lời bằng tin nhắn.',
    choices: 'Trả lời một hoặc nhiều số, ví dụ 1 3.',
    date: (sample) => `Trả lời một ngày, ví dụ ${sample}.`,
    time: (sample) => `Trả lời một giờ, ví dụ ${sample}.`,
    phone: 'Trả lời một số điện thoại.',
    email: 'Trả lời một địa chỉ email.',
    back: 'Trả lời QUAY LẠI để xem câu trước.',
    unfinished: 'Bạn chưa trả lời hết. Trả lời OK để tiếp tục.',
    skip: 'Trả lời BỎ QUA để bỏ qua câu này.',
    thanks: 'Cảm ơn, chúng tôi đã nhận câu trả lời.',
    changed: (answer) => `Cảm ơn, câu trả lời của bạn bây giờ là: ${answer}.`,
    hint: 'Xin lỗi, chúng tôi chưa hiểu.',
    closed: 'Xin lỗi, câu hỏi này đã đóng.',
    already: 'Chúng tôi đã có câu trả lời của bạn, không thể đổi.',
  },
  zh: {
    options: (choices) => `请回复：${choices.map(({ key, label }) => `${key} ${label}`).join('，')}。`,
    oneOfThese: '请回复您的选择。',
    scale: (min, max) => `请回复 ${min} 到 ${max} 的数字。`,
    number: '请回复一个数字。',
    numberFrom: (min) => `请回复不小于 ${min} 的数字。`,
    numberTo: (max) => `请回复不大于 ${max} 的数字。`,
    text: '请直接回复您的答案。',
    acknowledge: '请回复 OK 确认。',
    invite: '或回复 OK，用短信作答。',
    choices: '请回复一个或多个数字，例如 1 3。',
    date: (sample) => `请回复日期，例如 ${sample}。`,
    time: (sample) => `请回复时间，例如 ${sample}。`,
    phone: '请回复电话号码。',
    email: '请回复邮箱地址。',
    back: '回复“返回”可回到上一题。',
    unfinished: '您还有问题未回答。回复 OK 继续。',
    skip: '回复“跳过”可跳过此题。',
    thanks: '谢谢，已收到您的回答。',
    changed: (answer) => `谢谢，您现在的回答是：${answer}。`,
    hint: '抱歉，没有看懂您的回复。',
    closed: '抱歉，此问题已关闭。',
    already: '您已回答过，不能更改。',
  },
  ht: {
    options: (choices) => `Reponn ${listed(choices, 'pou')}.`,
    oneOfThese: 'Reponn ak chwa ou.',
    scale: (min, max) => `Reponn ak yon chif ant ${min} ak ${max}.`,
    number: 'Reponn ak yon chif.',
    numberFrom: (min) => `Reponn ak yon chif, ${min} oswa plis.`,
    numberTo: (max) => `Reponn ak yon chif, ${max} oswa mwens.`,
    text: 'Ekri repons ou.',
    acknowledge: 'Reponn OK pou konfime.',
    invite: 'Oswa reponn OK pou reponn pa mesaj.',
    choices: 'Reponn ak youn oswa plizyè chif, tankou 1 3.',
    date: (sample) => `Reponn ak yon dat, tankou ${sample}.`,
    time: (sample) => `Reponn ak yon lè, tankou ${sample}.`,
    phone: 'Reponn ak yon nimewo telefòn.',
    email: 'Reponn ak yon imèl.',
    back: 'Reponn RETOUNEN pou kesyon anvan an.',
    unfinished: 'Ou poko fini reponn. Reponn OK pou kontinye.',
    skip: 'Reponn SOTE pou sote kesyon sa a.',
    thanks: 'Mèsi, nou resevwa repons ou.',
    changed: (answer) => `Mèsi, kounye a repons ou se: ${answer}.`,
    hint: 'Padon, nou pa konprann.',
    closed: 'Padon, kesyon sa a fèmen.',
    already: 'Nou gen repons ou deja. Li pa ka chanje.',
  },
  ar: {
    options: (choices) => `أرسل ${choices.map(({ key, label }) => `${key} (${label})`).join(' أو ')}.`,
    oneOfThese: 'أرسل اختيارك.',
    scale: (min, max) => `أرسل رقما من ${min} إلى ${max}.`,
    number: 'أرسل رقما.',
    numberFrom: (min) => `أرسل رقما لا يقل عن ${min}.`,
    numberTo: (max) => `أرسل رقما لا يزيد عن ${max}.`,
    text: 'أرسل إجابتك.',
    acknowledge: 'أرسل OK للتأكيد.',
    invite: 'أو أرسل OK للإجابة هنا برسالة.',
    choices: 'أرسل رقما أو أكثر، مثل 1 3.',
    date: (sample) => `أرسل تاريخا، مثل ${sample}.`,
    time: (sample) => `أرسل وقتا، مثل ${sample}.`,
    phone: 'أرسل رقم هاتف.',
    email: 'أرسل بريدا إلكترونيا.',
    back: 'أرسل رجوع للسؤال السابق.',
    unfinished: 'لم تكمل إجاباتك. أرسل OK للمتابعة.',
    skip: 'أرسل تخطي لتخطي السؤال.',
    thanks: 'شكرا، وصلت إجابتك.',
    changed: (answer) => `شكرا، إجابتك الآن هي: ${answer}.`,
    hint: 'عذرا، لم نفهم ردك.',
    closed: 'عذرا، هذا السؤال مغلق.',
    already: 'لدينا إجابتك ولا يمكن تغييرها.',
  },
}
