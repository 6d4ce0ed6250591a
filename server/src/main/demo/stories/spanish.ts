/** Dialogues in Spanish. */
export const SPANISH = `
< [Hola|Buenas], ¿alguien me puede cubrir el [lunes|viernes|sábado]? Mi hija tiene [cita con el doctor|su graduación]
> Déjame preguntar. ¿Qué turno?
< El de la mañana, Línea 3
> Roberto puede. Quedas libre ese día. Avísale también a tu encargado, por favor
< [Muchísimas gracias 🙏|Gracias {me}, me salvó]

< Voy a llegar [15|20|30] minutos tarde, [el tren está parado|se me ponchó una llanta|hay un accidente en la 290]
> Gracias por avisar. Ya le dije a tu encargado. Maneja con cuidado
< ok gracias

< Hola, no voy a poder ir hoy, tengo fiebre desde anoche
> Que te mejores, {first}. ¿Es el primer día?
< Sí
> Anotado. Si son más de 3 días, trae una nota del doctor por favor
< Está bien, gracias

> Hola {first}, ¿puedes trabajar el [sábado|domingo]? De 6 a 2, tiempo y medio
< [Sí claro|Sí puedo, anóteme|Sí, cuente conmigo]
> ¡Gracias! Línea 5, con Luz
< 👍

> Hola {first}, nos falta gente mañana. ¿Puedes venir unas horas?
< [No puedo, no tengo quién cuide a los niños|Mañana no, tengo cita en migración]
> No te preocupes, gracias por contestar

< En mi cheque faltan [4|6|8] horas del [martes|jueves]
> Lo reviso. ¿Checaste la salida ese día?
< Sí, a las 2 y 5
> Tienes razón, el reloj no la registró. Las horas van en el próximo cheque. Disculpa
< Ok, muchas gracias

< La selladora de la Línea 2 se volvió a atorar
> ¿Está apagada y con candado?
< Sí, con candado y etiqueta roja
> Mantenimiento llega en 10 minutos. Pasa a tu gente a empaque, por favor
< Ya quedó, gracias
> ¡Gracias a ti por avisar rápido!

> Recordatorio: la inscripción al seguro médico cierra el viernes. Si no haces nada, tu plan sigue igual. Hay ayuda en español en el comedor de 11 a 3.
< ¿Puedo agregar a mi esposo?
> Sí, con el acta de matrimonio. En el comedor te ayudan en 10 minutos
< Perfecto, ahí voy

< Perdón, me equivoqué de número jaja era para mi hermana
> 😄 No pasa nada, que tengas buen día

> ¡Feliz cumpleaños, {first}! 🎂 Hay pastel en el comedor en el próximo descanso
< [Ay qué lindos, gracias 🥹|Muchas gracias a todos]

< ¿El curso de montacargas también hay en español?
> Sí, el miércoles a las 6:30, en Capacitación B. ¿Te apunto?
< Sí por favor
> Listo, dura como 3 horas y es pagado

< Me lastimé la muñeca levantando cajas
> Gracias por decirlo. Para ya y ve con tu encargada, ella te lleva con la enfermera. ¿Es urgente?
< No, solo me duele al girarla
> Bien. Te escribo después
<(later) Dice la enfermera que es un esguince, 5 días de trabajo ligero
> Entendido, desde mañana en etiquetas. Que te mejores pronto

< ¿Mañana se trabaja por lo de la tormenta?
> Sí, pero el segundo turno entra a las 4. Si tu calle está inundada no te arriesgues, solo avísanos
< Gracias, aviso temprano

> Hola {first}, ¿cómo te fue en tu primera semana?
< Bien! Los pies cansados pero la gente es muy buena
> Qué gusto. En almacén hay plantillas gratis para las botas, pídelas
< No sabía, gracias 😊

< necesito una carta de que trabajo ahí, para rentar
> Claro. Mañana después de las 10 la recoges en la oficina
< Gracias, Dios le bendiga

< {me} le puedo cambiar el descanso a Chela? ella el martes y yo el jueves
> Si ustedes dos me escriben que sí, por mí está bien
< Sí
> Y Chela ya me dijo que sí. Hecho
< [Gracias!!|Mil gracias]
`
