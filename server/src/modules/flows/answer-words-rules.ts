// Words by which contacts answer, in eight languages and Tagalog. They are compared with the plain words of a text: lower
// case, no accents, no punctuation. All languages are understood at once, because crews mix them.

import { listOf } from './list-rules.ts'

/** Phrases that mean yes. */
export const YES = listOf(
  'yes, y, ye, yea, yeah, yah, ya, yep, yup, yess, yas, yes i will, yes i can, yes i do',
  'yes i am, yes i would, yes i agree, yes of course, yes for sure, yes ill be there, yes count me in',
  'yes to that, yes i have, yes i did, ok, okay, okey, okie, okk, kk, k, sure, sure thing',
  'of course, for sure, absolutely, definitely, certainly, affirmative, correct, true, agree',
  'agreed, i agree, i will, i can, i do, i am, im in, count me in, sounds good, will do, alright',
  'all right, right, no problem, no worries, yes no problem',
  'si, sip, sii, s, si puedo, si quiero, si voy, si claro, claro, claro que si, por supuesto',
  'de acuerdo, esta bien, si esta bien, vale, dale, si senor, si acepto, acepto, afirmativo',
  'correcto, va, simon, si jefe, con gusto, sin problema, no hay problema',
  'oui, ouais, ouai, oui je peux, oui bien sur, bien sur, daccord, d accord, oui daccord, ca marche',
  'entendu, volontiers, pas de probleme, si si',
  'sim, sim posso, sim quero, sim vou, sim claro, com certeza, claro que sim, tudo bem, ta bom',
  'esta bom, beleza, combinado, concordo, aceito, sem problema',
  'co, da, da co, co a, vang, vang a, da vang, dong y, toi dong y, duoc, duoc a, dung, chac chan',
  '是, 是的, 好, 好的, 可以, 行, 对, 对的, 要, 我要, 同意, 嗯, 嗯嗯, 没问题, 我可以, 愿意',
  '我愿意, 当然, 会, 我会, 能, 我能, 有',
  'wi, wii, wi mwen kapab, wi mwen ka, dako, mwen dako, wi dako, se sa, pa gen pwoblem, anko wi',
  'نعم, ايوه, ايوا, اي, اجل, موافق, موافقه, انا موافق, اكيد, طبعا, تمام, حسنا, صح, بالتاكيد',
  'نعم موافق, نعم استطيع, طيب, ماشي, اوكي, اوك, naam, aywa, tamam',
  'oo, opo, oo po, sige, sige po',
)

/** Phrases that mean no. */
export const NO = listOf(
  'no, n, nope, nah, naw, noo, no way, no i cant, no i cannot, no i can not, no i wont',
  'no i will not, no i dont, no i do not, no im not, no i am not, no not today, not today, no sorry',
  'i cant, i can not, i cannot, cant, i wont, i will not, i dont, i do not, im not, i am not',
  'not me, negative, false, disagree, i disagree, no can do, not really, absolutely not, never',
  'definitely not, of course not, not at all, im out, count me out, not this time',
  'no puedo, no no puedo, no quiero, no voy, no lo siento, lo siento no, no gracias, negativo, nunca',
  'claro que no, para nada, no acepto, hoy no, no hoy, nop, nel',
  'non, non merci, non je ne peux pas, je ne peux pas, je peux pas, non desole, jamais, pas du tout',
  'non pas aujourdhui, pas aujourdhui, bien sur que non',
  'nao, nao posso, nao nao posso, nao quero, nao vou, nao obrigado, nao obrigada, claro que nao, hoje nao',
  'khong, khong a, da khong, khong co, khong duoc, khong dong y, toi khong, ko, hong, hok, khong the',
  '不, 不是, 不行, 不可以, 不能, 我不能, 不会, 我不会, 没有, 没, 否, 不好, 不同意, 不对, 不愿意',
  'non mwen pa kapab, mwen pa kapab, mwen pa ka, pa kapab, non mesi, mwen pa dako, janme',
  'لا, كلا, لا شكرا, لا استطيع, لا اقدر, غير موافق, لست موافقا, لا اوافق, ابدا, مش موافق',
  'hindi, hindi po, ayaw ko',
)

/** Phrases that confirm a message, in addition to those that mean yes. */
export const ACKNOWLEDGED = listOf(
  'got it, gotit, i got it, ok got it, understood, i understand, i understood, ok understood, read',
  'i read it, i have read it, ive read it, read it, read and understood, done, confirm, confirmed',
  'i confirm, received, message received, copy, copy that, roger, roger that, 10 4, 104, noted',
  'acknowledge, acknowledged, ack, will do, seen, i saw it, ok i got it, gotcha, got the message',
  'ok i understand, ok will do, ok done, thanks got it',
  'recibido, entendido, entiendo, ya entendi, enterado, enterada, leido, ya lo lei, lo lei, listo',
  'lista, confirmo, confirmado, confirmada, ok recibido, ok entendido, ok enterado, si recibido, hecho',
  'si entendido, visto, ya lo vi, copiado',
  'compris, jai compris, recu, bien recu, lu, jai lu, lu et compris, lu et approuve, confirme',
  'je confirme, cest note, note, bien note, ok compris, ok recu, fait, vu',
  'entendi, ok entendi, recebido, recebi, li, eu li, lido, ciente, confirmo, feito, anotado',
  'da hieu, toi hieu, toi da hieu, hieu, hieu roi, da nhan, toi da nhan, da doc, toi da doc, xac nhan',
  'da xem, ok da nhan, ok da hieu, da xong, xong, biet roi',
  '收到, 已收到, 我收到了, 收到了, 明白, 明白了, 我明白, 知道, 知道了, 我知道了, 了解, 已读, 已阅, 确认',
  '好的收到, 好的明白, 看到了, 已看, 懂了, 我懂了',
  'mwen konprann, konprann, mwen resevwa, mwen resevwa l, resevwa, mwen li, mwen li l, mwen konfime',
  'konfime, mwen we, mwen we l, ok mwen konprann, fet',
  'فهمت, مفهوم, تم, تم الاستلام, وصل, وصلت, استلمت, قرات, قراتها, قراته, علم, تم العلم, اوكد',
  'مؤكد, شفت, حاضر',
  'nabasa ko, nakuha ko, naintindihan ko, natanggap ko',
)

/** Words that skip a question which is not required. */
export const SKIP = listOf(
  'skip, next, pass, omitir, saltar, pasar, passer, suivant, pular, bo qua, 跳过, sote, pase',
  'تخطي, تخطى',
)

/** Words that return to the question before. */
export const BACK = listOf(
  'back, go back, previous, atras, volver, regresar, anterior, retour, precedent, revenir, voltar',
  'quay lai, tro lai, 返回, 上一题, 上一步, retounen, tounen, رجوع, السابق, عوده',
)

/** Emoji by what they mean, without skin tones and variation selectors. */
export const YES_EMOJI = '👍👌✅✔☑🆗🙌💯🤙🫡🤝👏⭕'
export const NO_EMOJI = '👎❌✖🚫🙅⛔❎'

/** Words that mean yes in most languages and no in one. */
export const OPPOSITES: Readonly<Record<string, readonly string[]>> = { vi: ['k', 'kk', 'kg', 'hem'] }
