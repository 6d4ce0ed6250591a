import { readScripts, type Script } from '../script.ts'
import { ARABIC, CHINESE } from './arabic-and-chinese.ts'
import { CLINIC, CLINIC_UNANSWERED } from './clinic.ts'
import { CREOLE, FRENCH } from './creole.ts'
import { FLOOR } from './english-floor.ts'
import { LATE } from './english-late.ts'
import { PAY } from './english-pay.ts'
import { PEOPLE } from './english-people.ts'
import { SHIFTS } from './english-shifts.ts'
import { AMHARIC, HINDI, POLISH, TAGALOG } from './other-languages.ts'
import { SPANISH } from './spanish.ts'
import {
  TROUBLE_AFTER_STOP,
  TROUBLE_AT_CARRIER,
  TROUBLE_OF_ANYONE,
  TROUBLE_OF_DEAD_NUMBERS,
  TROUBLE_OF_LANDLINES,
} from './trouble.ts'
import { UNANSWERED } from './unanswered.ts'
import { VIETNAMESE } from './vietnamese.ts'

/** Dialogues of the food company by the language the worker writes. */
export const FOOD_STORIES: Record<string, Script[]> = {
  en: [SHIFTS, LATE, FLOOR, PAY, PEOPLE].flatMap(readScripts),
  es: readScripts(SPANISH),
  vi: readScripts(VIETNAMESE),
  ht: readScripts(CREOLE),
  fr: readScripts(FRENCH),
  ar: readScripts(ARABIC),
  zh: readScripts(CHINESE),
  pl: readScripts(POLISH),
  tl: readScripts(TAGALOG),
  hi: readScripts(HINDI),
  am: readScripts(AMHARIC),
}

/** Dialogues of the clinic, all in English. */
export const CLINIC_STORIES: Script[] = readScripts(CLINIC)

/** Texts of workers that nobody has answered yet, by language. */
export const OPEN_STORIES: Record<string, Script[]> = Object.fromEntries(
  Object.entries(UNANSWERED).map(([language, text]) => [language, readScripts(text)]),
)

/** The same at the clinic. */
export const OPEN_CLINIC_STORIES: Script[] = readScripts(CLINIC_UNANSWERED)

/** Texts that did not go as they should. */
export const TROUBLE = {
  anyone: readScripts(TROUBLE_OF_ANYONE),
  landline: readScripts(TROUBLE_OF_LANDLINES),
  notInUse: readScripts(TROUBLE_OF_DEAD_NUMBERS),
  afterStop: readScripts(TROUBLE_AFTER_STOP),
  atCarrier: readScripts(TROUBLE_AT_CARRIER),
}

/** How people opt out, by language. */
export const STOP_WORDS: Record<string, string[]> = {
  en: ['STOP', 'Stop', 'stop', 'Unsubscribe', 'please stop', 'STOP STOP', 'quit', 'end'],
  es: ['ALTO', 'Stop', 'PARAR', 'Baja', 'alto por favor', 'cancelar'],
  ht: ['Kanpe', 'STOP', 'Sispann'],
  fr: ['ARRET', 'Arrêter', 'STOP'],
  vi: ['Dừng', 'STOP', 'Hủy'],
  zh: ['停止', '退订', 'STOP'],
  ar: ['توقف', 'إيقاف', 'STOP'],
}
