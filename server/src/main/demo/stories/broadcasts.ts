import type { BroadcastContent } from '@crewline/contract/broadcasts'
import type { z } from 'zod'

/** What a broadcast of the demo says; its audience is a group, or everyone. */
export interface BroadcastStory {
  name: string
  /** The email address of the teammate who sent it. */
  by: string
  group: string | null
  content: Omit<z.input<typeof BroadcastContent>, 'name' | 'audience' | 'schedule'>
}

/** How contacts reacted to a broadcast that was sent. */
export interface Reactions {
  /** The share of those reached who wrote back, from 0 to 1, and what, by language. */
  share: number
  replies: Record<string, string[]>
  /** The last replies: questions that still wait for an answer. */
  questions?: string[]
  /** The share of those reached who opened the link. */
  clicks?: number
}

const by = {
  admin: 'admin@demo.test',
  author: 'author@demo.test',
  manager: 'manager@demo.test',
  owner: 'owner@demo.test',
}

const variant = (language: string, body: string) => ({ language, body, source: 'author' as const, approved: true })

/** Sent two days ago: an announcement with a link. */
export const ENROLLMENT: BroadcastStory & { reactions: Reactions } = {
  name: 'Open enrollment, night shift',
  by: by.admin,
  group: 'Night shift',
  content: {
    message: {
      body: 'Hi {first_name|there}, you can change your health plan until Friday: https://benefits.acmefoods.example/enroll Help in the break room from 11 PM to 1 AM.',
      variants: [
        variant(
          'es',
          'Hola {first_name}, puede cambiar su plan de salud hasta el viernes: https://benefits.acmefoods.example/enroll Hay ayuda en el comedor de 11 PM a 1 AM.',
        ),
        variant(
          'ht',
          'Bonjou {first_name}, ou ka chanje plan sante ou jiska vandredi: https://benefits.acmefoods.example/enroll Gen èd nan sal repo a soti 11è pou rive 1è.',
        ),
      ],
    },
  },
  reactions: {
    share: 0.07,
    clicks: 0.46,
    replies: {
      en: ['Thanks', 'Done, thank you', 'ok', '👍', 'Already did mine'],
      es: ['Gracias', 'Ya lo hice, gracias', 'ok 👍'],
      vi: ['Cảm ơn'],
      ht: ['Mèsi anpil'],
      ar: ['شكراً'],
      zh: ['收到，谢谢'],
    },
    questions: ['Can I add my daughter if she turns 26 in March?', 'The page says my badge number is wrong'],
  },
}

/** Sent yesterday: a poll. */
export const OVERTIME: BroadcastStory & { reactions: Reactions } = {
  name: 'Saturday overtime',
  by: by.manager,
  group: 'Overtime list',
  content: {
    kind: 'poll',
    message: {
      body: 'We need extra hands on Saturday, time and a half. Which shift can you work?',
      variants: [variant('es', 'Necesitamos más gente el sábado, a tiempo y medio. ¿Qué turno puede trabajar?')],
    },
    poll: {
      type: 'choice',
      options: [{ label: '6 AM to noon' }, { label: 'Noon to 6 PM' }, { label: 'Not this time' }],
      closesAfterHours: 72,
    },
  },
  reactions: { share: 0.68, replies: { en: ['1', '1', '2', '3', '1 please', '2', '3'] } },
}

/** Sent yesterday: everyone has to confirm it, and is reminded after two days. */
export const FORKLIFTS: BroadcastStory & { reactions: Reactions } = {
  name: 'New forklift route at the docks',
  by: by.owner,
  group: 'Forklift certified',
  content: {
    kind: 'acknowledgement',
    message: {
      body: 'From today forklifts enter dock 4 from the north side only. People walk on the yellow line.',
      variants: [
        variant(
          'es',
          'Desde hoy los montacargas entran al muelle 4 solo por el lado norte. Las personas caminan por la línea amarilla.',
        ),
      ],
    },
    acknowledgement: { remindAfterMinutes: [2880], untilPercent: 95 },
  },
  reactions: { share: 0.74, replies: { en: ['1', '1', 'ok', '1', 'OK', 'yes'] } },
}

/** Repeated each Monday; sent twice so far. */
export const SAFETY_TIP: BroadcastStory & { reactions: Reactions } = {
  name: 'Monday safety walk',
  by: by.owner,
  group: 'Safety team',
  content: {
    message: {
      body: 'Good morning {first_name|team}. Please walk your area before 9 and text us what needs fixing.',
      variants: [
        variant('es', 'Buenos días, {first_name}. Recorra su área antes de las 9 y díganos qué hay que arreglar.'),
      ],
    },
  },
  reactions: {
    share: 0.3,
    replies: {
      en: ['All good on my side', 'Done, nothing new', 'Light out by door 12', 'Will do'],
      es: ['Todo bien por aquí', 'Listo, gracias'],
    },
  },
}

/** Begun today, and paused by a teammate after the first texts. */
export const PARKING: BroadcastStory & { reactions: Reactions; sentBeforePause: number } = {
  name: 'Parking lot C is closed',
  by: by.admin,
  group: 'Day shift',
  content: {
    message: {
      body: 'Lot C is closed for paving until Thursday. Please park in lot D and use the 31st Street gate.',
      variants: [
        variant('es', 'El estacionamiento C está cerrado hasta el jueves. Estacione en el D y entre por la calle 31.'),
      ],
    },
  },
  sentBeforePause: 120,
  reactions: { share: 0.05, replies: { en: ['ok', 'Thanks', 'Got it'], es: ['Gracias', 'ok'] } },
}

/** Scheduled for one morning. */
export const HOLIDAY_HOURS: BroadcastStory = {
  name: 'Holiday hours',
  by: by.owner,
  group: null,
  content: {
    message: {
      body: 'The plant closes at noon on the day before the holiday. Paid time off is filled in for you. Enjoy the break, {first_name|everyone}!',
      variants: [
        variant(
          'es',
          'La planta cierra al mediodía el día antes del feriado. Su tiempo libre pagado ya está registrado. ¡Que lo disfrute, {first_name}!',
        ),
      ],
    },
  },
}

/** Waits for an approval. */
export const PICNIC: BroadcastStory = {
  name: 'Family picnic',
  by: by.author,
  group: 'Weekend crew',
  content: {
    message: {
      body: 'Our family picnic is on the second Sunday at Columbus Park, 11 AM. Bring the kids, lunch is on us!',
      variants: [
        variant(
          'es',
          'Nuestro picnic familiar es el segundo domingo en Columbus Park, a las 11 AM. Traiga a sus hijos, ¡nosotros invitamos el almuerzo!',
        ),
      ],
    },
  },
}
