import type { FormContent, FormQuestion, FormQuestionType } from '@crewline/contract/form-content'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { emptyForm } from './form-rules.ts'

/** A text in the two languages of every template. */
type Texts = { en: string; es: string }

interface TemplateQuestion {
  type: FormQuestionType
  label: Texts
  required?: boolean
  options?: Texts[]
  saveTo?: FormQuestion['saveTo']
  /** The number of the question, from 1, that "no" leads to. */
  noLeadsTo?: number
}

/** A form that most workplaces need. */
export interface Template {
  key: string
  /** What the team sees of it. */
  name: MessageDescriptor
  about: MessageDescriptor
  title: Texts
  anonymous?: boolean
  questions: TemplateQuestion[]
}

const q = (type: FormQuestionType, en: string, es: string, more: Partial<TemplateQuestion> = {}): TemplateQuestion => ({
  type,
  label: { en, es },
  ...more,
})
const must = { required: true }
const pairs = (...texts: [string, string][]): Texts[] => texts.map(([en, es]) => ({ en, es }))

export const TEMPLATES: readonly Template[] = [
  {
    key: 'shift-swap',
    name: msg`Shift swap request`,
    title: { en: 'Shift swap request', es: 'Cambio de turno' },
    about: msg`The shift to swap, the person who takes it, and why.`,
    questions: [
      q('date', 'Which day do you want to swap?', '¿Qué día quieres cambiar?', must),
      q('choice', 'Which shift?', '¿Qué turno?', {
        ...must,
        options: pairs(['Morning', 'Mañana'], ['Afternoon', 'Tarde'], ['Night', 'Noche']),
      }),
      q('yes_no', 'Has someone agreed to take it?', '¿Alguien aceptó tomarlo?', { ...must, noLeadsTo: 5 }),
      q('short_text', 'Who takes it?', '¿Quién lo toma?', must),
      q('long_text', 'Why do you need the swap?', '¿Por qué necesitas el cambio?'),
    ],
  },
  {
    key: 'time-off',
    name: msg`Time-off request`,
    title: { en: 'Time-off request', es: 'Solicitud de tiempo libre' },
    about: msg`First day, last day, and the kind of leave.`,
    questions: [
      q('date', 'First day off', 'Primer día libre', must),
      q('date', 'Last day off', 'Último día libre', must),
      q('choice', 'What kind of leave?', '¿Qué tipo de permiso?', {
        ...must,
        options: pairs(['Vacation', 'Vacaciones'], ['Sick', 'Enfermedad'], ['Family', 'Familia'], ['Other', 'Otro']),
      }),
      q('long_text', 'Anything we should know?', '¿Algo que debamos saber?'),
    ],
  },
  {
    key: 'incident',
    name: msg`Incident report`,
    title: { en: 'Incident report', es: 'Reporte de incidente' },
    about: msg`What happened, where, and who was hurt.`,
    questions: [
      q('date', 'When did it happen?', '¿Cuándo pasó?', must),
      q('time', 'At what time?', '¿A qué hora?'),
      q('location', 'Where did it happen?', '¿Dónde pasó?', must),
      q('yes_no', 'Was anyone hurt?', '¿Hubo alguien herido?', { ...must, noLeadsTo: 6 }),
      q('long_text', 'Who was hurt, and how?', '¿Quién resultó herido y cómo?', must),
      q('long_text', 'What happened?', '¿Qué pasó?', must),
      q('signature', 'Sign the report', 'Firma el reporte', must),
    ],
  },
  {
    key: 'near-miss',
    name: msg`Hazard or near miss`,
    title: { en: 'Hazard or near miss', es: 'Peligro o casi accidente' },
    about: msg`Report a danger before someone is hurt.`,
    questions: [
      q('location', 'Where is it?', '¿Dónde está?', must),
      q('long_text', 'What did you see?', '¿Qué viste?', must),
      q('choice', 'How urgent is it?', '¿Qué tan urgente es?', {
        ...must,
        options: pairs(
          ['Someone could be hurt now', 'Alguien puede lastimarse ahora'],
          ['Fix it this week', 'Arreglarlo esta semana'],
          ['When there is time', 'Cuando haya tiempo'],
        ),
      }),
    ],
  },
  {
    key: 'availability',
    name: msg`Availability`,
    title: { en: 'Availability', es: 'Disponibilidad' },
    about: msg`Which days and hours people can work.`,
    questions: [
      q('choices', 'Which days can you work?', '¿Qué días puedes trabajar?', {
        ...must,
        options: pairs(
          ['Monday', 'Lunes'],
          ['Tuesday', 'Martes'],
          ['Wednesday', 'Miércoles'],
          ['Thursday', 'Jueves'],
          ['Friday', 'Viernes'],
          ['Saturday', 'Sábado'],
          ['Sunday', 'Domingo'],
        ),
      }),
      q('time', 'From what time?', '¿Desde qué hora?'),
      q('time', 'Until what time?', '¿Hasta qué hora?'),
      q('number', 'How many hours a week do you want?', '¿Cuántas horas a la semana quieres?'),
    ],
  },
  {
    key: 'details',
    name: msg`Update your details`,
    title: { en: 'Update your details', es: 'Actualiza tus datos' },
    about: msg`Names and emails that save themselves.`,
    questions: [
      q('short_text', 'First name', 'Nombre', { ...must, saveTo: 'firstname' }),
      q('short_text', 'Last name', 'Apellido', { ...must, saveTo: 'lastname' }),
      q('email', 'Email', 'Correo electrónico', { saveTo: 'email' }),
      q('short_text', 'Where do you work?', '¿Dónde trabajas?', { saveTo: 'location' }),
    ],
  },
  {
    key: 'check-in',
    name: msg`New hire check-in`,
    title: { en: 'New hire check-in', es: 'Primeros días' },
    about: msg`How the first days at work went.`,
    questions: [
      q('rating', 'How were your first days?', '¿Cómo fueron tus primeros días?', must),
      q('yes_no', 'Do you have everything you need?', '¿Tienes todo lo que necesitas?', must),
      q('long_text', 'What is missing or unclear?', '¿Qué te falta o no está claro?'),
      q('yes_no', 'Do you want us to call you?', '¿Quieres que te llamemos?'),
    ],
  },
  {
    key: 'supplies',
    name: msg`Supplies and uniforms`,
    title: { en: 'Supplies and uniforms', es: 'Materiales y uniformes' },
    about: msg`What is needed, how many, and by when.`,
    questions: [
      q('choice', 'What do you need?', '¿Qué necesitas?', {
        ...must,
        options: pairs(
          ['Uniform', 'Uniforme'],
          ['Safety gear', 'Equipo de seguridad'],
          ['Tools', 'Herramientas'],
          ['Something else', 'Otra cosa'],
        ),
      }),
      q('short_text', 'Size or model', 'Talla o modelo'),
      q('number', 'How many?', '¿Cuántos?', must),
      q('date', 'By when?', '¿Para cuándo?'),
    ],
  },
  {
    key: 'pulse',
    name: msg`How are we doing?`,
    title: { en: 'How are we doing?', es: '¿Cómo vamos?' },
    about: msg`An anonymous survey of three questions.`,
    anonymous: true,
    questions: [
      q(
        'nps',
        'How likely are you to recommend working here?',
        '¿Qué tan probable es que recomiendes trabajar aquí?',
        must,
      ),
      q('rating', 'How well does your supervisor support you?', '¿Qué tanto te apoya tu supervisor?'),
      q('long_text', 'What should we change first?', '¿Qué deberíamos cambiar primero?'),
    ],
  },
  {
    key: 'exit',
    name: msg`Exit interview`,
    title: { en: 'Exit interview', es: 'Entrevista de salida' },
    about: msg`Why people leave, and what would have kept them.`,
    questions: [
      q('choices', 'Why are you leaving?', '¿Por qué te vas?', {
        ...must,
        options: pairs(
          ['Pay', 'Salario'],
          ['Hours', 'Horario'],
          ['Supervisor', 'Supervisor'],
          ['Distance', 'Distancia'],
          ['Another job', 'Otro trabajo'],
          ['Family or health', 'Familia o salud'],
        ),
      }),
      q('rating', 'How was it to work here?', '¿Cómo fue trabajar aquí?', must),
      q('long_text', 'What would have kept you?', '¿Qué te habría hecho quedarte?'),
      q('yes_no', 'Would you come back?', '¿Volverías?'),
    ],
  },
]

/** Returns the form of a template, in both languages; the given one comes first. */
export function fromTemplate({ title, anonymous = false, questions }: Template, first: 'en' | 'es'): FormContent {
  return {
    ...emptyForm(first, title[first]),
    title,
    languages: first === 'en' ? ['en', 'es'] : ['es', 'en'],
    anonymous,
    questions: questions.map(({ type, label, required = false, options = [], saveTo = null, noLeadsTo }, index) => ({
      id: `q${index + 1}`,
      type,
      label,
      help: {},
      required,
      options: options.map((texts, at) => ({ id: `o${at + 1}`, label: texts })),
      min: null,
      max: null,
      jumps: noLeadsTo === undefined ? [] : [{ on: 'no', to: `q${noLeadsTo}` }],
      saveTo,
    })),
  }
}
