/** Shifts, swaps, late arrivals. */
export const SHIFTS = `
< [Hi|Hey|Hello], can someone cover my {day} {shift}? My daughter has a recital
> Let me ask around. Who is on the other crew that knows {line}?
< {lead} said maybe
> {lead} can take it. You are off {day}. Please tell your lead too
< [Thank you so much!|You saved me, thanks 🙏|Thanks {me}!]

> Hi {first}, we are short on {day}. Can you take the {shift}? Time and a half
< [yes i can|Yes put me down|I can do it]
> Great, you're on for {day}, {start} at {line}. Thank you!
< 👍

< [Running|Gonna be] {minutes} min late, [train is stopped|traffic on the expressway|flat tire]
> Thanks for letting us know. I told {lead} on {line}. Drive safe
< ok thank you

> Reminder: your schedule for next week is posted by the time clock. Your first shift is {day} at {start}.
< [Got it|ok|Thanks]
`
