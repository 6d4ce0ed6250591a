// Words around answers, which do not change their meaning, in eight languages and Tagalog.

import { listOf } from './list-rules.ts'

/** Courtesies that may stand around an answer. */
export const COURTESIES = listOf(
  'please, pls, plz, thanks, thank you, thank u, thx, ty, tks, sir, maam, mam, boss, hi',
  'hello, hey, good morning, good afternoon, good evening, so much, very much, sorry, friend, team',
  'por favor, porfa, gracias, muchas gracias, hola, buenos dias, buenas tardes, buenas noches, buenas',
  'senor, senora, jefe, jefa, disculpe, perdon',
  'merci, merci beaucoup, svp, stp, bonjour, bonsoir, salut, monsieur, madame, chef',
  'obrigado, obrigada, ola, oi, bom dia, boa tarde, boa noite, chefe',
  'cam on, xin chao, chao, em, anh, chi, nhe, nha',
  '谢谢, 你好, 您好, 请, 早上好',
  'mesi, mesi anpil, tanpri, souple, bonjou, bonswa',
  'شكرا, شكرا جزيلا, من فضلك, لو سمحت, مرحبا, السلام عليكم, صباح الخير',
  'po, salamat, salamat po',
)

/** Words around the key or the label of an answer that do not change its meaning. */
export const FILLERS = listOf(
  'i, ill, id, im, my, me, mine, we, it, its, is, the, a, an, to, go, with, for',
  'pick, choose, chose, select, take, vote, want, prefer, like, would, will, number, num',
  'option, opt, choice, answer, reply, one, put, give, say, nr, nbr, letter, please',
  'yo, la, el, lo, los, las, mi, es, opcion, numero, respuesta, elijo, escojo, quiero',
  'prefiero, voto, por, para, con, voy, seria',
  'je, le, les, ma, mon, est, reponse, choisis, prends, prefere, veux, pour, moi, choix, cest',
  'eu, o, os, as, minha, opcao, resposta, escolho, quero, prefiro, voto',
  'toi, chon, so, lua, cau, tra, loi, muon',
  'mwen, m, chwazi, repons, opsyon, nimewo, se, pou, vle',
  'انا, اختار, اخترت, خيار, الخيار, رقم, اريد, جوابي, الجواب, اجابه',
  'n, ako, ang, sa',
)

/** What may precede an answer in scripts without spaces. */
export const UNSPACED_FILLERS =
  /^(?:我的答案是|答案是|我选择|我选|选择|选项|选|答案|答|第|我要|号)+|(?:个|号|项|分|吧|啊|了)+$/gu

/** What may surround a number: "about 5 hours". */
export const NUMBER_FILLERS = listOf(
  'about, around, like, approx, approximately, maybe, worked, have, need, got, total, of',
  'unos, unas, como, aproximadamente, tengo, son, de, environ, jai, cerca, tenho, khoang',
  'anviwon, حوالي',
)

/** Words of a scale: "4 out of 5". */
export const OUT_OF = /^(?:out of|of|over|de|sobre|sur|em|tren|sou|من|por)$/
