interface Concept {
  /** The one term of the interface, in English and Spanish. */
  term: [english: string, spanish: string]
  /** Other words for it in English; undefined where they mean something else elsewhere. */
  english?: RegExp
  /** Other words for it in the Spanish of a text whose English matches `where`; without one, of every text. */
  spanish: RegExp
  where?: RegExp
}

/** What the interface calls a thing, in either language; GLOSSARY.md explains the terms. */
const CONCEPTS: Concept[] = [
  {
    term: ['mobile number', 'celular'],
    english: /\bcell ?(phone|number)s?\b|\btelephone/i,
    spanish: /\b(móvil(es)?|telefonía)\b/i,
  },
  {
    term: ['teammate', 'compañero'],
    english: /\b(colleagues?|co-?workers?|team members?)\b/i,
    spanish: /\b(colegas?|miembros? del equipo)\b/i,
  },
  // The people of a broadcast are its recipients, as everywhere in the field.
  { term: ['contact', 'contacto'], english: /\baddressees?\b/i, spanish: /\bdestinataria\b/i },
  {
    term: ['contact', 'contacto'],
    where: /\b(this|another|the) contact\b(?!s)/i,
    spanish: /\b(esta|otra|la) persona\b/i,
  },
  { term: ['text', 'mensaje'], english: /\bSMS\b/, spanish: /\bSMS\b/ },
  { term: ['log in, login', 'iniciar sesión'], english: /\blog-in\b/i, spanish: /\b(loguea|acceder a tu cuenta)/i },
  {
    term: ['two-step login', 'verificación en dos pasos'],
    english: /\b(two-factor|2FA|MFA|multi-factor)\b/i,
    spanish: /\binicio de sesión en dos pasos\b|\bdos factores\b/i,
  },
  {
    term: ['employee ID', 'número de empleado'],
    english: /\b(employee|staff|personnel) numbers?\b/i,
    spanish: /\bID del? emplead/i,
  },
  {
    term: ['carrier', 'operador'],
    // An identity provider is the term of the field for something else.
    english: /(?<!identity )\b(providers?|phone compan(y|ies))\b/i,
    spanish: /\b(proveedor(es)?(?! de identidad)|compañías? telefónicas?)\b/i,
  },
  { term: ['delete', 'eliminar'], where: /\bdelet/i, spanish: /\bb[oó]rr(?!ador)/i },
  { term: ['erase', 'borrar'], where: /\beras/i, spanish: /\beliminar?\b/i },
  { term: ['manually, manual group', 'manualmente, grupo manual'], english: /\bby hand\b/i, spanish: /\ba mano\b/i },
  { term: ['terminated', 'desvinculado'], where: /\bterminated\b/i, spanish: /\bde baja\b/i },
  { term: ['on leave', 'de permiso'], where: /\bon leave\b/i, spanish: /\blicencia\b/i },
  { term: ['saved reply', 'respuesta guardada'], english: /\b(canned|snippets?)\b/i, spanish: /\bpredefinidas?\b/i },
  {
    term: ['organization', 'organización'],
    english: /\b(workspaces?|tenants?)\b/i,
    spanish: /\bespacios? de trabajo\b/i,
  },
]

/** Reports other words for what the interface already has a term for. */
export function findTermProblems(id: string, translation: string): string[] {
  return CONCEPTS.flatMap(({ term: [english, spanish], where, ...denied }) => [
    ...(denied.english?.test(id) ? [`interface text "${id}": the term is "${english}"`] : []),
    ...((where?.test(id) ?? true) && denied.spanish.test(translation)
      ? [`Spanish text "${translation}": the term is "${spanish}"`]
      : []),
  ])
}
