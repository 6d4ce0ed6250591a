/** A text that many got at the same moment. */
export interface Notice {
  daysAgo: number
  /** Minute of the day, local time. */
  minute: number
  /** How many of all got it, from 0 to 1. */
  share: number
  words: Record<string, string>
  answers: Record<string, string[]>
}

export const NOTICES: Notice[] = [
  {
    daysAgo: 5, minute: 13 * 60 + 5, share: 0.5,
    words: {
      en: 'Winter storm warning tonight. Second shift ends at 8 PM, night shift starts at 11 PM. Please drive slowly. If you cannot make it in, text us here.',
      es: 'Aviso de tormenta de nieve esta noche. El segundo turno termina a las 8 PM y el turno de noche empieza a las 11 PM. Manejen con cuidado. Si no pueden llegar, avísennos por aquí.',
    },
    answers: { en: ['Got it', 'ok thanks', '👍', 'Stay safe everyone ❄️'], es: ['Entendido, gracias', 'ok 👍', 'Gracias por avisar'] },
  },
]
