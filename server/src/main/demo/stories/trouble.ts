/** Messages with delivery problems. */
export const ANY_PHONE_FAILURES = `
>(undelivered 30003) Hi {first}, can you come in at {start} on {day}? {line} is short two people
>(again) again
< Sorry! Phone was dead all day. Yes I can come
> Great, see you {day}

> Your new pay stub is ready at the kiosk
< can I see it on my phone?
>(undelivered 30007) Yes: acme-pay.example/stub acme-pay.example/login acme-pay.example/help
> Yes, open the pay app and tap Documents
< Found it, thanks

< Are you still looking for people on {day}?
>(unknown) Yes! {line} at {start}, please confirm

>(expired expired) Can you start one hour earlier today? Please answer in the next 10 minutes
< Hi, is everything ok? saw a missed call
> All good, we needed someone an hour earlier but {lead} could do it. Thank you anyway!

< Who can I call about my locker?
>(cancelled) Ask {lead} in the office
> The front office can help you, extension 214. They are open until 5
< thanks

< What do I bring to the safety training?
>(sent) Only your badge. {weekday} at {start}, break room

>(quarantined quarantined) Cookout menu: see the board 🌭
> The cookout menu is on the board next to the time clock
< Nice!

> Hi {first}, are we still good for {day}?
>(undelivered 30003) We start at {start} on {line}, with {lead}
`

export const LANDLINE_FAILURES = `
>(failed 21614) Hi {first}, please call the office about your schedule for next week

>(failed 21614) Hi {first}, this is {me} from {organization}. You can text us at this number any time
`

export const DEAD_NUMBER_FAILURES = `
>(failed 21211) Hi {first}, your locker key is at the front office

> Hi {first}, see you on {day} at {start}
< ok
>(undelivered 30005) Hi {first}, the {day} shift moved to {line}. Can you confirm?
`

export const AFTER_STOP_FAILURES = `
>(suppressed opted_out) Hi {first}, the schedule for next week is posted by the time clock

>(suppressed opted_out) Thank you for your answer, {first}. See you on {day}
`

/** Opt-outs that the carrier recorded before the product did. */
export const CARRIER_FAILURES = `
> Hi {first}, the schedule for next week is posted by the time clock
>(failed 21610) Your first shift is {day} at {start}
`
