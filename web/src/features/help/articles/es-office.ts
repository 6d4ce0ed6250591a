import type { Articles } from './article.ts'

/** The articles in Spanish about apps, the team and the organization. */
export const officeArticles = {
  forms: {
    title: 'Hacer preguntas con un formulario',
    words: 'encuesta cuestionario lista firma tableta respuestas anónimo',
    text: `
Un formulario hace preguntas que las personas responden en su teléfono, por mensaje de texto o en una tableta compartida. Crea
uno en [Formularios](/dashboard/apps/forms), con una plantilla o desde cero.

Las preguntas pueden depender de respuestas anteriores. Las respuestas pueden ser anónimas o llenar campos del contacto.
Publica el formulario y luego comparte su enlace, imprime su código QR o envíalo en una [difusión](/dashboard/broadcasts). Si
cambias un formulario y lo publicas de nuevo, las respuestas anteriores conservan sus preguntas.

Las respuestas aparecen en la página del formulario mientras llegan. Puedes exportarlas como archivo.`,
  },
  news: {
    title: 'Enviar noticias con imágenes',
    words: 'boletín estudio de contenido edición página cartel pantalla anuncio video',
    text: `
El Estudio de contenido es para noticias más largas que un mensaje. Crea una edición en el
[Estudio de contenido](/dashboard/apps/newsletter), agrega títulos, texto, imágenes, archivos o videos, y mira cómo se ve en un
teléfono.

Cuando publicas la edición, las personas la abren desde un enlace en un mensaje. No necesitan aplicación ni contraseña. También
puedes imprimirla como cartel o mostrarla en una pantalla en el trabajo.

Los resultados dicen cuántas personas leyeron la edición. Nunca dicen quién la leyó.`,
  },
  celebrations: {
    title: 'Cumpleaños y aniversarios de trabajo',
    words: 'celebración felicitar fecha licencia vence automático',
    text: `
[Celebraciones](/dashboard/apps/birthday) envía un mensaje a cada persona en su cumpleaños, su aniversario de trabajo u otra
fecha que registres. Elige la hora y escribe el texto; cada persona lo recibe según su propio reloj.

Una celebración también puede llegar antes o después de la fecha, por ejemplo 30 días antes de que venza una licencia.

Las fechas vienen de tus contactos. Agrégalas con una [importación](/dashboard/contacts/import), o desde tu sistema de RR. HH.
en [Integraciones](/dashboard/settings?tab=integrations). La página muestra quién sigue y qué pasó con los mensajes anteriores.`,
  },
  numbers: {
    title: 'Números y registro con operadores',
    words: 'teléfono línea comprar twilio telnyx 10dlc marca campaña registrar',
    text: `
Escribes desde los números de la página [Números](/dashboard/settings?tab=numbers). Agrega ahí un número de tu cuenta con un
operador; Crewline comprueba si la cuenta puede enviar mensajes desde él.

Los operadores de Estados Unidos quieren saber quién escribe desde un número. El registro, en la misma página, pregunta por tu
empresa y por lo que envías, y revisa tus respuestas en busca de motivos comunes de rechazo. Hasta que un número esté
registrado, los operadores pueden rechazar sus mensajes.

Tu registro puede limitar cuántos mensajes envías al día. Las difusiones que pasan del límite esperan al día siguiente; las
respuestas no.`,
  },
  invite: {
    title: 'Invitar a alguien al equipo',
    words: 'agregar usuario integrante compañero invitación correo lugar quitar salir',
    text: `
Abre [Equipo](/dashboard/team) y elige Invitar compañeros. Escribe un correo, elige un rol y decide si la persona ve a todos
los contactos o solo a los de algunos grupos. Puedes pegar una lista para invitar a muchas personas.

La invitación es un correo con un enlace que sirve durante 7 días. Puedes enviarla otra vez desde la lista del equipo.

Cuando quitas a alguien, primero ves lo que tiene a su cargo, como conversaciones abiertas y difusiones, y eliges quién lo
recibe. Sus sesiones terminan al instante. [Exintegrantes del equipo](/dashboard/team/former) muestra quién recibió qué.`,
  },
  roles: {
    title: 'Roles y lo que permiten',
    words: 'permiso propietario administrador encargado agente autor lector acceso',
    text: `
Cada persona del equipo tiene un rol. Los propietarios pueden hacer todo. Los administradores llevan la organización, el equipo
y la facturación. Los encargados envían difusiones y organizan contactos. Los agentes responden mensajes, los autores preparan
difusiones que otros envían, y los lectores solo leen.

Elige Roles en la página del [Equipo](/dashboard/team) para compararlos o para crear un rol con permisos a tu medida. Nadie
puede dar un rol que permita más que el suyo.

Si te falta una página, tu rol no la incluye. Pide a un propietario o administrador que lo cambie.`,
  },
  twoStep: {
    title: 'Verificación en dos pasos',
    words: 'mfa 2fa autenticador código respaldo seguridad contraseña teléfono perdido',
    text: `
Con la verificación en dos pasos, escribes un código después de tu contraseña. Actívala en
[Seguridad](/dashboard/settings?tab=security#two-step), con una aplicación de autenticación o con códigos por mensaje.

Guarda los códigos de respaldo que recibes. Cada uno sirve una vez, cuando no tienes tu teléfono. Puedes confiar en un
dispositivo durante 30 días para que no la pida de nuevo.

Los propietarios y administradores pueden exigirla a todos desde cierto día en
[Reglas de acceso](/dashboard/settings?tab=access). A quienes no la tengan para entonces se les pide activarla primero.`,
  },
  sso: {
    title: 'Iniciar sesión con tu empresa (SSO)',
    words: 'inicio de sesión único saml oidc okta entra google proveedor de identidad scim',
    text: `
Con el inicio de sesión único, tu equipo entra con las cuentas de tu empresa. Configúralo en la página
[Inicio de sesión único](/dashboard/settings?tab=sso) con OpenID Connect o SAML 2.0, y demuestra que el dominio de correo es
tuyo.

Prueba el inicio de sesión antes de exigirlo. Elige al menos un propietario que aún pueda entrar con contraseña y verificación
en dos pasos, por si falla el proveedor de identidad.

Los grupos del proveedor pueden decidir el rol de cada persona. Con SCIM, las personas del equipo también se agregan y se quitan
automáticamente.`,
  },
  notifications: {
    title: 'Elegir tus notificaciones',
    words: 'alertas sonido push correo resumen campana silenciar aviso teléfono',
    text: `
La campana de arriba muestra mensajes nuevos y novedades, como una importación terminada. En la página
[Notificaciones](/dashboard/settings?tab=notifications) eliges de qué quieres enterarte y dónde: en Crewline, como mensaje push
en un dispositivo o por correo.

El resumen por correo reúne lo que no has visto, cada 15 minutos, cada hora o cada día. Cada resumen tiene un enlace para
dejar de recibirlo.

Para recibir mensajes push en un teléfono, abre Crewline ahí y activa las notificaciones push. En un iPhone, primero agrega
Crewline a la pantalla de inicio. Puedes silenciar todo por un rato desde la campana.`,
  },
  billing: {
    title: 'Facturación y cuentas vencidas',
    words: 'factura pago tarjeta plan precio crédito límite de gasto bloqueada prueba pagar suspendida',
    text: `
Los propietarios y administradores manejan el plan, la tarjeta y las facturas en la página
[Facturación](/dashboard/settings?tab=billing). Sin un plan, el periodo de prueba dura 14 días.

Si falla un pago, un aviso dice hasta cuándo pagar. Después de 7 días, no se puede leer ni enviar hasta que se pague la
factura. Nada se pierde: los mensajes de los trabajadores se guardan, y STOP funciona siempre. Al pagar, el bloqueo termina al
instante. Después de 60 días sin pago, los números comprados en Crewline se devuelven, con avisos antes.

Un límite de gasto fija cuánto puede costar un mes. Cuando se alcanza, las difusiones se pausan.`,
  },
  segments: {
    title: 'Cómo se cuentan los mensajes',
    words: 'segmento caracteres largo emoji mms uso cuota límite costo precio incluido',
    text: `
Los operadores cuentan un mensaje en segmentos. Un segmento lleva 160 caracteres, o solo 70 cuando el texto tiene un emoji o
letras fuera del conjunto básico. Los textos más largos se dividen, y cada parte lleva un poco menos.

El contador junto a tu texto muestra cuántos segmentos necesita. Antes de enviar una difusión, ves cuánto necesitan todos sus
mensajes. Un mensaje con una imagen cuenta como MMS.

Lo que usaste este mes está al final del menú y en la página [Facturación](/dashboard/settings?tab=billing#usage).`,
  },
  hr: {
    title: 'Contactos al día desde tu sistema de RR. HH.',
    words: 'recursos humanos nómina sincronización finch adp workday sftp scim empleados desvinculado',
    text: `
Conecta tu sistema de RR. HH. en la página [Integraciones](/dashboard/settings?tab=integrations). Los empleados nuevos se
vuelven contactos, los cambios llegan cada noche, y quienes se van se marcan como desvinculados y ya no reciben mensajes.

Si tu sistema no se puede conectar, puede enviar un archivo o las personas con SCIM.

La primera sincronización, y cada una que cambiaría a muchas más personas de lo común, espera tu revisión y muestra cada cambio.
Puedes deshacer una sincronización durante 7 días. Los campos que vienen del sistema de RR. HH. están bloqueados aquí;
cámbialos allá.`,
  },
  apiKeys: {
    title: 'Claves de API y webhooks',
    words: 'desarrollador programa integración token secreto rest evento zapier',
    text: `
Con una clave de API, un programa puede hacer en Crewline lo que permiten sus permisos. Crea una en
[API y webhooks](/dashboard/settings?tab=api). Elige los permisos, los grupos que puede ver y cuándo termina. La clave se
muestra solo una vez, así que cópiala enseguida.

Un webhook le dice a tu propio sistema que algo pasó, como un mensaje nuevo o una baja. Cada evento va firmado y se envía otra
vez si tu sistema no responde. El registro de entregas muestra cada intento.

Tus desarrolladores encuentran cada llamada en la referencia de la API, con enlace en la misma página.`,
  },
  exports: {
    title: 'Exportar tus datos',
    words: 'descargar csv excel pdf registros retención legal auditoría solicitud respaldo',
    text: `
La mayoría de las listas tienen Exportar en su menú: [Contactos](/dashboard/contacts), [Bajas](/dashboard/contacts/opt-outs),
las respuestas de un formulario y las cifras del [Panel](/dashboard). Una conversación se exporta desde su propio menú.

En la página [Datos](/dashboard/settings?tab=data), los propietarios y administradores exportan muchas conversaciones con una
lista firmada de archivos, responden solicitudes sobre los datos de una persona, deciden cuánto tiempo se guardan los datos y
retienen lo que no se debe eliminar.

Tu rol decide qué puedes exportar, y cada exportación queda en el registro de auditoría.`,
  },
} satisfies Partial<Articles>
