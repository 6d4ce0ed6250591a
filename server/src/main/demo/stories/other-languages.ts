/** Dialogues in Polish, Tagalog, Hindi and Amharic. */
export const POLISH = `
< Dzień dobry, spóźnię się [15|20|30] minut, [korek na I-90|autobus nie przyjechał]
> Dziękuję za wiadomość. Proszę jechać ostrożnie
< Dziękuję

> Dzień dobry {first}, czy możemy liczyć na pomoc w sobotę? Od 6 do 14, płatne 150%
< [Tak, będę|Tak, proszę mnie wpisać]
> Świetnie, linia 5. Dziękuję!

< Na czeku brakuje [4|6|8] godzin
> Sprawdzam. Czy karta była odbita na wyjściu?
< Tak, o 14:05
> Faktycznie, zegar nie działał. Godziny będą na następnym czeku, przepraszamy
< Nie ma sprawy, dziękuję
`

export const TAGALOG = `
< Hello po, male-late ako ng [15|20|30] minutes, [traffic sa expressway|na-flat po yung gulong]
> Salamat sa pag-text, {first}. Ingat sa biyahe
< Thank you po

> Hi {first}, puwede ka ba sa Sabado? 6 to 2, time and a half
< [Opo, puwede|Yes po, isama nyo ako]
> Salamat! Line 5 ka
< 👍

< Kulang po ng [4|6|8] hours yung sweldo ko
> Iche-check ko. Nakapag-time out ka ba?
< Opo, 2:05
> Tama ka, sira yung time clock noon. Idadagdag sa susunod na sweldo. Pasensya na
< Ok lang po, salamat
`

export const HINDI = `
< नमस्ते, आज मुझे [15|20|30] मिनट देर होगी, बस नहीं आई
> बताने के लिए धन्यवाद, {first} जी। आराम से आइए
< धन्यवाद

> {first} जी, क्या आप शनिवार को काम कर सकते हैं? 6 से 2, डेढ़ गुना वेतन
< हाँ, ज़रूर
> बहुत अच्छा, लाइन 5। धन्यवाद!
< 🙏

< पिछले हफ्ते के वेतन में [4|6|8] घंटे कम हैं
> हम जाँच करते हैं। क्या आपने जाते समय पंच किया था?
< हाँ, 2:05 पर
> आप सही हैं, घड़ी खराब थी। अगले वेतन में जुड़ जाएगा
< ठीक है, धन्यवाद
`

export const AMHARIC = `
< ሰላም፣ ዛሬ [15|20|30] ደቂቃ እዘገያለሁ
> ስላሳወቅከን እናመሰግናለን። በሰላም ይምጡ
< አመሰግናለሁ

> ሰላም {first}፣ ቅዳሜ መሥራት ይቻላል? ከ6 እስከ 2፣ ክፍያው አንድ ተኩል ነው
< አዎ፣ እችላለሁ
> በጣም ጥሩ፣ መስመር 5። እናመሰግናለን!
< 👍
`
