// The words of every refusal in Spanish. A code without them does not compile.
import type { FailureCode } from './failures.ts'

/** Title and words of each refusal in Spanish, as `FAILURES` has them in English. */
export const FAILURES_ES: Readonly<Record<FailureCode, { title: string; words: string }>> = {
  invalid: { title: 'Revisa los campos', words: 'Hay campos por corregir.' },
  too_large: { title: 'Demasiado grande', words: 'Esto es demasiado grande para enviarlo.' },
  wrong_type: { title: 'Formato incorrecto', words: 'La solicitud debe ser JSON.' },
  session_invalid: { title: 'Sesión cerrada', words: 'Se cerró tu sesión. Inicia sesión otra vez para seguir.' },
  past_due: { title: 'Cuenta vencida', words: 'past_due' },
  not_permitted: {
    title: 'No permitido',
    words: 'Tu rol no permite esto. Pide ayuda a un propietario o administrador.',
  },
  not_found: { title: 'No encontrado', words: 'No pudimos encontrar esto.' },
  invalid_credentials: {
    title: 'Iniciar sesión',
    words: 'El correo o la contraseña no son correctos. Inténtalo de nuevo o restablece tu contraseña.',
  },
  link_invalid: { title: 'Enlace antiguo', words: 'Este enlace es antiguo o ya se usó. Pide uno nuevo.' },
  code_wrong: { title: 'Revisa el código', words: 'Ese código no es correcto.' },
  code_dead: { title: 'Código antiguo', words: 'Este código es antiguo. Pide uno nuevo.' },
  codes_locked: {
    title: 'Bloqueado',
    words: 'Demasiados códigos incorrectos. Restablece tu contraseña para seguir.',
  },
  mfa_expired: {
    title: 'Inicia sesión otra vez',
    words: 'Esto tardó demasiado o el código fue incorrecto demasiadas veces. Inicia sesión otra vez.',
  },
  password_weak: {
    title: 'Elige otra contraseña',
    words: 'Usa 10 o más caracteres que no sean fáciles de adivinar.',
  },
  proof_needed: { title: 'Confirma que eres tú', words: 'Escribe tu contraseña para seguir.' },
  email_unverified: { title: 'Confirma tu correo', words: 'Primero confirma tu correo.' },
  phone_unsupported: {
    title: 'Revisa el número',
    words: 'No podemos enviar códigos a este número. Usa un número móvil.',
  },
  phone_missing: { title: 'Sin número móvil', words: 'Primero verifica tu número móvil.' },
  info_known: { title: 'Ya está hecho', words: 'Esto ya se indicó. Cámbialo en Ajustes.' },
  invitation_for_other: {
    title: 'Otra cuenta',
    words: 'Esta invitación es para otro correo. Cierra sesión y abre el enlace otra vez.',
  },
  account_exists: { title: 'Primero inicia sesión', words: 'Ya tienes una cuenta. Inicia sesión para unirte.' },
  already_member: { title: 'Ya es del equipo', words: 'Esta persona ya está en tu equipo.' },
  role_too_high: { title: 'No permitido', words: 'No puedes dar un rol superior al tuyo.' },
  same_organization: { title: 'Ya estás aquí', words: 'Ya estás en esta organización.' },
  switch_pending: { title: 'Un momento', words: 'Hay un cambio en curso. Inténtalo de nuevo en un momento.' },
  slow_down: { title: 'Demasiados intentos', words: 'Demasiados intentos. Espera un momento e inténtalo de nuevo.' },
  wrong_organization: {
    title: 'No enviado',
    words: 'Cambiaste de organización en otra pestaña. Recarga esta página y envía otra vez.',
  },
  key_reused: { title: 'No enviado', words: 'Este mensaje ya se envió con otras palabras.' },
  phone_taken: { title: 'Número en uso', words: 'Este número es de otra persona.' },
  employee_id_taken: { title: 'ID en uso', words: 'Este ID de empleado es de otra persona.' },
  phone_invalid: {
    title: 'Revisa el número',
    words: 'Escribe un número móvil con su código de área, como (555) 010-2233.',
  },
  message_empty: { title: 'Nada que enviar', words: 'Primero escribe un mensaje.' },
  message_too_long: { title: 'Demasiado largo', words: 'Este mensaje ocupa más de 10 mensajes de texto. Acórtalo.' },
  recipient_opted_out: {
    title: 'No enviado',
    words: 'Esta persona se dio de baja. Solo ella puede deshacerlo, enviando START.',
  },
  opt_out_stays: {
    title: 'La baja se mantiene',
    words: 'Esta persona se dio de baja. Solo ella puede deshacerlo, enviando START.',
  },
  recipient_no_mobile: {
    title: 'No enviado',
    words: 'Añade un número móvil para escribir a esta persona.',
  },
  recipient_landline: { title: 'No enviado', words: 'Es un teléfono fijo. No puede recibir mensajes de texto.' },
  recipient_blocked: {
    title: 'No enviado',
    words: 'Esta persona está bloqueada. Cambia su estado para escribirle.',
  },
  recipient_terminated: {
    title: 'No enviado',
    words: 'Esta persona ya no trabaja aquí. Cambia su estado para escribirle.',
  },
  recipient_not_in_use: { title: 'No enviado', words: 'Este número no está en uso.' },
  answered_meanwhile: {
    title: 'Un compañero respondió',
    words: 'Un compañero respondió desde que miraste. Léelo antes de enviar.',
  },
  already_on_its_way: { title: 'Ya enviado', words: 'Este mensaje ya está en camino.' },
  too_soon: { title: 'Revisa la hora', words: 'Elige una hora al menos un minuto después de ahora.' },
  too_late: { title: 'Revisa la hora', words: 'Elige una hora dentro de un año.' },
  cannot_retry: { title: 'No enviado', words: 'Otro intento no ayuda. El motivo dice qué puede ayudar.' },
  merge_missing: {
    title: 'Completa lo que falta',
    words: 'Algunos campos de esta persona están vacíos. Complétalos o escribe una palabra en su lugar.',
  },
  quiet_now: {
    title: 'Allí es de noche',
    words: 'Para esta persona es de noche. Envíalo por la mañana o di por qué no puede esperar.',
  },
  taken: { title: 'Ya asignada', words: 'Un compañero ya tiene esta conversación.' },
  name_taken: { title: 'Nombre en uso', words: 'Este nombre ya está en uso. Elige otro.' },
  word_reserved: {
    title: 'Elige otra palabra',
    words: 'Esta palabra tiene un significado legal, como STOP o HELP. Elige otra.',
  },
  merge_over: { title: 'Ya no se puede deshacer', words: 'Esta fusión ya no se puede deshacer.' },
  undo_over: { title: 'Ya es tarde para deshacer', words: 'Esto ya no se puede deshacer.' },
  too_many: { title: 'Ese es el límite', words: 'Tienes todos los que puedes guardar. Primero quita uno.' },
  sync_off: {
    title: 'La sincronización está apagada',
    words: 'La sincronización está apagada en esta organización. No comparte nada con otras.',
  },
  managed_elsewhere: {
    title: 'Se gestiona en otro lugar',
    words: 'Esto lo gestiona otra organización. Cámbialo allí.',
  },
  field_in_use: { title: 'Aún en uso', words: 'Este campo se usa en otro lugar. Primero quítalo de allí.' },
  cannot_restore: { title: 'No restaurado', words: 'Otra cosa tiene ahora su nombre. Primero cambia ese nombre.' },
  outdated: {
    title: 'Cambió mientras tanto',
    words: 'Un compañero cambió esto mientras tanto. Recarga e inténtalo de nuevo.',
  },
  file_refused: {
    title: 'Archivo no añadido',
    words: 'No podemos enviar este tipo de archivo. Usa una foto, un PDF, audio o MP4.',
  },
  file_too_large: { title: 'Demasiado grande', words: 'Este archivo es demasiado grande. El límite es 10 MB.' },
  file_unknown: { title: 'No enviado', words: 'Un archivo de este mensaje ya no está. Añádelo de nuevo.' },
  carrier_refused: {
    title: 'Revisa la cuenta',
    words: 'El operador no conoce esta cuenta o este número. Revísalos e inténtalo de nuevo.',
  },
  try_first: {
    title: 'Sin descartar',
    words: 'Inténtalo de nuevo primero. Lo que tampoco se pueda guardar se puede descartar.',
  },
  last_line: { title: 'Conserva un número', words: 'Es tu único número. Primero añade otro.' },
  not_translated: {
    title: 'Sin traducir',
    words: 'No pudimos traducir esto. Inténtalo de nuevo o envíalo como está.',
  },
  no_line: { title: 'No enviado', words: 'Consigue un número para empezar a enviar mensajes.' },
  group_in_use: { title: 'Aún en uso', words: 'Este grupo se usa en otro lugar. Primero quítalo de allí.' },
  group_cycle: {
    title: 'Grupos en círculo',
    words: 'Estos grupos se preguntarían unos a otros quién está en ellos. Elige otro grupo.',
  },
  group_has_rules: {
    title: 'Lo llenan sus reglas',
    words: 'A este grupo lo llenan sus reglas. Elige uno hecho a mano.',
  },
  same_group: { title: 'Elige otro grupo', words: 'Las personas ya están en este grupo. Elige otro.' },
  unavailable: { title: 'Un momento', words: 'Aún no estamos listos. Inténtalo de nuevo en unos segundos.' },
  upstream: {
    title: 'Problema del operador',
    words: 'El operador no respondió como debía. Inténtalo de nuevo.',
  },
  bug: { title: 'No pudimos hacer esto', words: 'No pudimos hacer esto. No se cambió nada.' },
}
