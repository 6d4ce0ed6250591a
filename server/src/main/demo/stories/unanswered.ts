/** Messages of contacts that wait for a reply, by language. */
export const UNANSWERED: Record<string, string> = {
  en: `
< Hi, I'm running {minutes} min late, the bus didn't show up. On my way

< Is it ok if I switch {day} with {lead}? We both agree

< The {machine} on {line} stopped again. Maintenance is not picking up the radio

< My check is short {hours} hours from last week. Who do I talk to?

< Good news, doctor cleared me to come back {weekday}. Do I need to bring the paper?

< Hey, is there still space in the forklift class on {weekday}?
< I can also do the one after

< Trailer {truck} is at {dock} and the seal is broken. Should I take it in?

< Can I have {day} off? My parents are visiting from out of state, first time in two years 😊

> Hi {first}, can you do the {shift} on {day}?
< Maybe. Can I tell you tonight after I talk to my wife?

> {first}, did the new boots come?
< They did but they are a 9 and I need a 10 and a half 🙈

< There is water coming from the ceiling above {line}, a lot

> Open shift: {day}, {start}, {line}. Answer YES to take it. First come, first served.
< YES
< if it's still open

< I got a letter from the insurance that I'm not covered?? I signed up in the break room

< who has the keys for the first aid cabinet by {dock}

< Hi {me}, thank you for yesterday. Can we talk about moving to days when you have a minute?

< Someone left a phone in the restroom by {line}, black with a cracked corner. I have it with me
`,
  es: `
< Buenas, ¿mañana entro a las 6 o a las 7? En el horario dice las dos

< Hola, mi niño está enfermo, ¿puedo salir una hora antes?

< La báscula de la Línea 4 marca mal otra vez, ya van 3 cajas

> ¿Puedes el domingo de 6 a 2?
< Sí puedo
< ¿Es tiempo doble?

< ¿Ya salió la lista de vacaciones?
`,
  vi: `
< Chào, ngày mai tôi làm chuyền nào vậy?

< Cho tôi xin nghỉ thứ Hai để đưa mẹ đi bác sĩ được không?
`,
  ht: `
< Alo, èske m ka chanje jou a ak Wilner? Li dakò

< Mwen pa jwenn chèk mwen an, ki moun pou m wè?
`,
  ar: `
< مرحباً، هل الدوام غداً الساعة 6 أم 7؟
`,
  zh: `
< 你好，请问明天几点上班？
`,
}
