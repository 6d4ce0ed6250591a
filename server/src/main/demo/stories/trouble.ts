/** Texts that did not go as they should. */
export const TROUBLE_OF_ANYONE = `
> Hi {first}, can you come in at {start} on {day}? {line} is short two people
>(undelivered 30003) Hi {first}, are you there? We need to know by tonight
>(again)
< Sorry! Phone was dead all day. Yes I can come
> Great, see you {day}

> Your new pay stub is ready. Open this link to see it: acme-pay.example/stub
>(undelivered 30007) Your W-2 is ready too: acme-pay.example/w2 acme-pay.example/help

> Hi {first}, this is {me}. Are you coming back {weekday}?
>(unknown) We have you on {line} at {start}, please confirm

>(expired expired) Can you start one hour earlier today? Please answer in the next 10 minutes
< Just saw this now, is it still needed?
> No worries, {lead} could do it. Thank you anyway!

< Who can I call about my locker?
>(cancelled) Ask {lead} in the office
> The front office can help you, extension 214. They are open until 5

> Your safety training is on {weekday} at {start} in the break room
>(sent) Please bring your badge

>(quarantined quarantined) Menu for the cookout: see the board
> The cookout menu is on the board next to the time clock 🌭
< Nice!
`

export const TROUBLE_OF_LANDLINES = `
>(failed 21614) Hi {first}, please call the office about your schedule for next week
`

export const TROUBLE_OF_DEAD_NUMBERS = `
>(failed 21211) Hi {first}, your locker key is at the front office
`

export const TROUBLE_AFTER_STOP = `
>(suppressed opted_out) Thank you for your answer, {first}!
`
