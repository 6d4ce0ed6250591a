import type { Articles } from './article.ts'

/** The articles in Spanish about contacts and messages. */
export const textingArticles = {
  start: {
    title: 'Primeros pasos',
    words: 'empezar comenzar configurar lista nuevo panel inicio',
    text: `
Con Crewline, tu organización envía mensajes de texto a sus trabajadores y responde en equipo. Ellos solo necesitan un teléfono.

Empieza con un número en [Números](/dashboard/settings?tab=numbers). Luego agrega personas en la página de
[Contactos](/dashboard/contacts), una por una o desde un [archivo](/dashboard/contacts/import). Abre la
[Bandeja](/dashboard/inbox) para escribir a una persona, o [Difusiones](/dashboard/broadcasts) para escribir a muchas.

Invita a quienes responderán contigo en la página del [Equipo](/dashboard/team). Presiona Ctrl K (Comando K en una Mac) para
buscar cualquier cosa, y el signo de interrogación para ver todos los atajos del teclado.`,
  },
  inbox: {
    title: 'Responder mensajes en equipo',
    words: 'respuesta conversación asignar archivar posponer nota no leído bandeja',
    text: `
Cada mensaje de un trabajador llega a la [Bandeja](/dashboard/inbox), y lo ven al instante todas las personas de tu equipo que
pueden leerlo. Abre una conversación y escribe tu respuesta abajo.

Asigna la conversación a alguien del equipo para que todos sepan quién responde. Escribe una nota cuando solo tu equipo deba
leerla; los contactos nunca ven las notas. Archiva la conversación cuando termine. Vuelve cuando la persona escribe otra vez.

Si enviaste un mensaje demasiado pronto, presiona Deshacer junto a él en los primeros segundos. Elige cuántos segundos en la
página de tu [Cuenta](/dashboard/settings?tab=account).`,
  },
  undelivered: {
    title: 'Por qué no se entregó un mensaje',
    words: 'falló error fijo operador bloqueado desconocido marcas estado no entregado',
    text: `
La marca debajo de un mensaje dice hasta dónde llegó: enviado al operador, entregado o no entregado. Un mensaje que no se
entregó también muestra el motivo y lo que puedes hacer.

Los motivos comunes son un número equivocado, un teléfono fijo, un teléfono apagado o un operador que bloquea el mensaje.
También se rechazan mensajes cuando tu número aún no está registrado; consulta [Números](/dashboard/settings?tab=numbers).
Cuando un operador no puede decir qué pasó, el estado es desconocido y el mensaje nunca se reenvía automáticamente, para que
nadie lo reciba dos veces.

[Corregir contactos](/dashboard/contacts/repair) muestra los contactos cuyo número necesita una corrección.`,
  },
  contacts: {
    title: 'Agregar contactos',
    words: 'nueva persona trabajador empleado número de teléfono crear gente',
    text: `
Abre [Contactos](/dashboard/contacts) y elige Agregar contacto. Escribe un nombre y un número de celular, y confirma que la
persona aceptó recibir mensajes. Un contacto sin celular también se guarda, pero no puede recibir mensajes.

Para agregar a muchas personas, usa una [importación](/dashboard/contacts/import) o conecta en
[Integraciones](/dashboard/settings?tab=integrations) el sistema donde están tus empleados.

Para guardar más datos, como un número de gafete, agrega [campos personalizados](/dashboard/contacts/fields). Si una persona
está dos veces, combina los dos contactos en [Duplicados](/dashboard/contacts/duplicates). Puedes deshacerlo durante 24 horas.`,
  },
  import: {
    title: 'Importar contactos de un archivo',
    words: 'csv excel hoja de cálculo subir pegar columnas deshacer masivo',
    text: `
Abre [Importar contactos](/dashboard/contacts/import) y suelta ahí un archivo CSV o de Excel, o pega celdas de una hoja de
cálculo con sus encabezados.

Primero relacionas las columnas del archivo con los campos. Luego ves lo que haría cada fila: agregar un contacto, actualizarlo
o nada. Corrige los errores en la misma tabla; las filas con errores se omiten.

Los números dados de baja se importan, pero siguen sin recibir mensajes. Después puedes deshacer la importación durante 24
horas: los contactos agregados se quitan y los actualizados recuperan sus valores anteriores.`,
  },
  consent: {
    title: 'Consentimiento y STOP',
    words: 'baja darse de baja cancelar permiso start aceptar legal volver a suscribirse',
    text: `
Escribe solo a quienes lo aceptaron. Registra el consentimiento cuando agregas o importas a las personas, o deja que se
inscriban en una [página de consentimiento](/dashboard/apps/contactoptin), que guarda el texto exacto que aceptaron.

Cuando alguien envía STOP, recibe una confirmación y nada más. Nadie de tu equipo puede escribir a ese número hasta que la
persona envíe START. Si un mensaje solo parece una baja, Crewline le pide a tu equipo que decida.

En [Bajas](/dashboard/contacts/opt-outs) están todos los números dados de baja. Agrega ahí los que se dieron de baja en un
sistema anterior.`,
  },
  optIn: {
    title: 'Inscribir personas con una página',
    words: 'código qr cartel enlace registro suscribirse palabra clave consentimiento',
    text: `
Una página de consentimiento es una página pública donde las personas escriben su número y aceptan recibir mensajes. Crea una
en [Consentimiento de contactos](/dashboard/apps/contactoptin).

Elige qué datos pide la página y a qué grupos entran las personas nuevas. Luego comparte el enlace, imprime el cartel con un
código QR para el comedor, o deja que envíen una palabra clave a tu número.

El texto del consentimiento es fijo porque los operadores lo revisan. Cada persona demuestra que el número es suyo, y tú ves
quién se inscribió.`,
  },
  groups: {
    title: 'Grupos y grupos inteligentes',
    words: 'lista segmento filtro reglas integrantes departamento ubicación turno',
    text: `
Un grupo es una lista de contactos a la que puedes escribir, con la que puedes filtrar o a la que puedes dar acceso. Crea uno
en la página de [Grupos](/dashboard/groups).

En un grupo manual agregas los contactos tú. Un grupo inteligente tiene reglas, como "la ubicación es Planta 3", y cambia solo
cuando cambian los contactos. Aun así puedes fijar a un contacto en el grupo, o dejarlo fuera, sin importar las reglas.

Algunos grupos existen siempre, como todos los contactos, los nuevos y quienes se dieron de baja. Para trabajar una sola vez
con algunas personas, filtra la lista de [Contactos](/dashboard/contacts).`,
  },
  broadcast: {
    title: 'Enviar una difusión',
    words: 'masivo mensaje a muchas personas aviso encuesta programar aprobar pausar',
    text: `
Una difusión es un mensaje para muchas personas. Abre [Difusiones](/dashboard/broadcasts), crea una, elige a las personas y
escribe el mensaje. Cada persona puede recibirlo en su idioma.

La revisión muestra cuántas personas lo reciben y quién queda fuera y por qué, por ejemplo quienes se dieron de baja. Envíate
antes una prueba. Después de enviarla, una cuenta regresiva de 30 segundos te da tiempo para detenerla. También puedes pausarla
durante el envío.

Las difusiones grandes pueden necesitar la aprobación de un propietario o administrador; consulta
[Mensajes](/dashboard/settings?tab=texting#broadcasts).`,
  },
  quietHours: {
    title: 'Horas de silencio y personas fuera de turno',
    words: 'noche fin de semana zona horaria horario feriados espera después del trabajo',
    text: `
En las horas de silencio, los mensajes esperan hasta la mañana. Van de las 9 p. m. a las 8 a. m. en el reloj de cada contacto,
a menos que tu organización haya elegido otras en [Mensajes](/dashboard/settings?tab=texting#quiet-hours).

El horario de atención es otra cosa: fuera de él, quienes te escriben pueden recibir una
[respuesta fuera de horario](/dashboard/settings?tab=texting#away-reply).

Si registras cuándo trabajan las personas, Crewline también puede avisarte, o esperar, antes de escribir a alguien fuera de
turno. Elígelo en [Turnos](/dashboard/settings?tab=texting#shifts).`,
  },
  languages: {
    title: 'Escribir y leer en otros idiomas',
    words: 'traducir traducción inglés idioma original',
    text: `
Crewline puede traducir lo que escribes al idioma de cada contacto, y sus respuestas al tuyo. Elige los
[idiomas de tus contactos](/dashboard/settings?tab=organization#languages) y el
[idioma de tu equipo](/dashboard/settings?tab=texting#translation).

En una conversación, presiona T para cambiar entre los originales y las traducciones. Ves la traducción de tu mensaje antes de
enviarlo, y puedes corregirla.

El idioma de tu pantalla es otro ajuste. Cámbialo en el menú con tu nombre o en la página de tu
[Cuenta](/dashboard/settings?tab=account#look).`,
  },
  savedReplies: {
    title: 'Respuestas guardadas, palabras clave y fuera de horario',
    words: 'plantilla atajo automática preguntas frecuentes contestador',
    text: `
Guarda un texto que escribes a menudo en [Respuestas](/dashboard/settings?tab=replies). En una conversación, escribe / al
inicio de una línea para insertarlo. Escribe { para insertar un campo del contacto, como el nombre.

Una palabra clave es una palabra que las personas te envían. Cada una responde con el texto que escribiste para ella. STOP,
START y HELP siempre conservan su significado.

La [respuesta fuera de horario](/dashboard/settings?tab=texting#away-reply) contesta a quienes escriben fuera de tu horario de
atención, para que sepan cuándo esperarte.`,
  },
} satisfies Partial<Articles>
