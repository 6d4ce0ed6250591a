// The text of every refusal in Spanish. A code without a text does not compile.
import type { FailureCode } from './failures.ts'

/** Title and text of each refusal in Spanish; `FAILURES` has the English ones. */
export const FAILURES_ES: Readonly<Record<FailureCode, { title: string; text: string }>> = {
  invalid: { title: 'Revisa los campos', text: 'Hay campos por corregir.' },
  too_large: { title: 'Demasiado grande', text: 'Esto es demasiado grande para enviarlo.' },
  wrong_type: { title: 'Formato incorrecto', text: 'La solicitud debe ser JSON.' },
  session_invalid: { title: 'Sesión cerrada', text: 'Se cerró tu sesión. Inicia sesión otra vez para seguir.' },
  past_due: { title: 'Cuenta vencida', text: 'past_due' },
  not_permitted: {
    title: 'No permitido',
    text: 'Tu rol no permite esto. Pide ayuda a un propietario o administrador.',
  },
  not_found: { title: 'No encontrado', text: 'No pudimos encontrar esto.' },
  invalid_credentials: {
    title: 'Iniciar sesión',
    text: 'El correo o la contraseña no son correctos. Inténtalo de nuevo o restablece tu contraseña.',
  },
  link_invalid: { title: 'Enlace antiguo', text: 'Este enlace es antiguo o ya se usó. Pide uno nuevo.' },
  code_wrong: { title: 'Revisa el código', text: 'Ese código no es correcto.' },
  code_dead: { title: 'Código antiguo', text: 'Este código es antiguo. Pide uno nuevo.' },
  codes_locked: {
    title: 'Bloqueado',
    text: 'Demasiados códigos incorrectos. Restablece tu contraseña para seguir.',
  },
  mfa_expired: {
    title: 'Inicia sesión otra vez',
    text: 'Esto tardó demasiado o el código fue incorrecto demasiadas veces. Inicia sesión otra vez.',
  },
  password_weak: {
    title: 'Elige otra contraseña',
    text: 'Usa 10 o más caracteres que no sean fáciles de adivinar.',
  },
  proof_needed: { title: 'Confirma que eres tú', text: 'Escribe tu contraseña para seguir.' },
  email_unverified: { title: 'Confirma tu correo', text: 'Primero confirma tu correo.' },
  phone_unsupported: {
    title: 'Revisa el número',
    text: 'No podemos enviar códigos a este número. Usa un número móvil.',
  },
  phone_missing: { title: 'Sin número móvil', text: 'Primero verifica tu número móvil.' },
  info_known: { title: 'Ya está hecho', text: 'Esto ya se indicó. Cámbialo en Ajustes.' },
  invitation_for_other: {
    title: 'Otra cuenta',
    text: 'Esta invitación es para otro correo. Cierra sesión y abre el enlace otra vez.',
  },
  account_exists: { title: 'Primero inicia sesión', text: 'Ya tienes una cuenta. Inicia sesión para unirte.' },
  already_member: { title: 'Ya es del equipo', text: 'Esta persona ya está en tu equipo.' },
  role_too_high: { title: 'No permitido', text: 'No puedes dar un rol superior al tuyo.' },
  own_membership: {
    title: 'No permitido',
    text: 'No puedes cambiar tu propio rol ni quitarte del equipo. Pídeselo a otro propietario o administrador.',
  },
  last_owner: {
    title: 'El único propietario',
    text: 'Cada organización necesita un propietario. Primero haz propietaria a otra persona.',
  },
  same_organization: { title: 'Ya estás aquí', text: 'Ya estás en esta organización.' },
  switch_pending: { title: 'Un momento', text: 'Hay un cambio en curso. Inténtalo de nuevo en un momento.' },
  slow_down: { title: 'Demasiados intentos', text: 'Demasiados intentos. Espera un momento e inténtalo de nuevo.' },
  wrong_organization: {
    title: 'No enviado',
    text: 'Cambiaste de organización en otra pestaña. Recarga esta página y envía otra vez.',
  },
  key_reused: { title: 'No enviado', text: 'Este mensaje ya se envió con otras palabras.' },
  phone_taken: { title: 'Número en uso', text: 'Este número es de otra persona.' },
  employee_id_taken: { title: 'ID en uso', text: 'Este ID de empleado es de otra persona.' },
  phone_invalid: {
    title: 'Revisa el número',
    text: 'Escribe un número móvil con su código de área, como (555) 010-2233.',
  },
  message_empty: { title: 'Nada que enviar', text: 'Primero escribe un mensaje.' },
  message_too_long: { title: 'Demasiado largo', text: 'Este mensaje ocupa más de 10 mensajes de texto. Acórtalo.' },
  recipient_opted_out: {
    title: 'No enviado',
    text: 'Esta persona se dio de baja. Solo ella puede deshacerlo, enviando START.',
  },
  opt_out_stays: {
    title: 'La baja se mantiene',
    text: 'Esta persona se dio de baja. Solo ella puede deshacerlo, enviando START.',
  },
  recipient_no_mobile: {
    title: 'No enviado',
    text: 'Añade un número móvil para escribir a esta persona.',
  },
  recipient_landline: { title: 'No enviado', text: 'Es un teléfono fijo. No puede recibir mensajes de texto.' },
  recipient_blocked: {
    title: 'No enviado',
    text: 'Esta persona está bloqueada. Cambia su estado para escribirle.',
  },
  recipient_terminated: {
    title: 'No enviado',
    text: 'Esta persona ya no trabaja aquí. Cambia su estado para escribirle.',
  },
  recipient_not_in_use: { title: 'No enviado', text: 'Este número no está en uso.' },
  answered_meanwhile: {
    title: 'Un compañero respondió',
    text: 'Un compañero respondió desde que miraste. Léelo antes de enviar.',
  },
  already_on_its_way: { title: 'Ya enviado', text: 'Este mensaje ya está en camino.' },
  too_soon: { title: 'Revisa la hora', text: 'Elige una hora al menos un minuto después de ahora.' },
  too_late: { title: 'Revisa la hora', text: 'Elige una hora dentro de un año.' },
  cannot_retry: { title: 'No enviado', text: 'Otro intento no ayuda. El motivo dice qué puede ayudar.' },
  merge_missing: {
    title: 'Completa lo que falta',
    text: 'Algunos campos de esta persona están vacíos. Complétalos o escribe una palabra en su lugar.',
  },
  quiet_now: {
    title: 'Allí es de noche',
    text: 'Para esta persona es de noche. Envíalo por la mañana o di por qué no puede esperar.',
  },
  taken: { title: 'Ya asignada', text: 'Un compañero ya tiene esta conversación.' },
  name_taken: { title: 'Nombre en uso', text: 'Este nombre ya está en uso. Elige otro.' },
  word_reserved: {
    title: 'Elige otra palabra',
    text: 'Esta palabra tiene un significado legal, como STOP o HELP. Elige otra.',
  },
  merge_over: { title: 'Ya no se puede deshacer', text: 'Esta fusión ya no se puede deshacer.' },
  undo_over: { title: 'Ya es tarde para deshacer', text: 'Esto ya no se puede deshacer.' },
  too_many: { title: 'Ese es el límite', text: 'Tienes todos los que puedes guardar. Primero quita uno.' },
  sync_off: {
    title: 'La sincronización está apagada',
    text: 'La sincronización está apagada en esta organización. No comparte nada con otras.',
  },
  managed_elsewhere: {
    title: 'Se gestiona en otro lugar',
    text: 'Esto lo gestiona otra organización. Cámbialo allí.',
  },
  field_in_use: { title: 'Aún en uso', text: 'Este campo se usa en otro lugar. Primero quítalo de allí.' },
  cannot_restore: { title: 'No restaurado', text: 'Otra cosa tiene ahora su nombre. Primero cambia ese nombre.' },
  outdated: {
    title: 'Cambió mientras tanto',
    text: 'Un compañero cambió esto mientras tanto. Recarga e inténtalo de nuevo.',
  },
  file_refused: {
    title: 'Archivo no añadido',
    text: 'No podemos enviar este tipo de archivo. Usa una foto, un PDF, audio o MP4.',
  },
  file_too_large: { title: 'Demasiado grande', text: 'Este archivo es demasiado grande. El límite es 10 MB.' },
  file_unknown: { title: 'No enviado', text: 'Un archivo de este mensaje ya no está. Añádelo de nuevo.' },
  carrier_refused: {
    title: 'Revisa la cuenta',
    text: 'El operador no conoce esta cuenta o este número. Revísalos e inténtalo de nuevo.',
  },
  try_first: {
    title: 'Sin descartar',
    text: 'Inténtalo de nuevo primero. Lo que tampoco se pueda guardar se puede descartar.',
  },
  last_line: { title: 'Conserva un número', text: 'Es tu único número. Primero añade otro.' },
  not_translated: {
    title: 'Sin traducir',
    text: 'No pudimos traducir esto. Inténtalo de nuevo o envíalo como está.',
  },
  no_line: { title: 'No enviado', text: 'Consigue un número para empezar a enviar mensajes.' },
  group_in_use: { title: 'Aún en uso', text: 'Este grupo se usa en otro lugar. Primero quítalo de allí.' },
  group_cycle: {
    title: 'Grupos en círculo',
    text: 'Estos grupos se preguntarían unos a otros quién está en ellos. Elige otro grupo.',
  },
  group_has_rules: {
    title: 'Lo llenan sus reglas',
    text: 'A este grupo lo llenan sus reglas. Elige uno hecho a mano.',
  },
  same_group: { title: 'Elige otro grupo', text: 'Las personas ya están en este grupo. Elige otro.' },
  unavailable: { title: 'Un momento', text: 'Aún no estamos listos. Inténtalo de nuevo en unos segundos.' },
  upstream: {
    title: 'Problema del operador',
    text: 'El operador no respondió como debía. Inténtalo de nuevo.',
  },
  bug: { title: 'No pudimos hacer esto', text: 'No pudimos hacer esto. No se cambió nada.' },
}
