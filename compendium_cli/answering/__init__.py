"""Question -> answer, in stages. Each is a function from values to values; ``pipeline`` lists them in their order.

==========  ===============  =====================================================================================
stage       module           what it does, and where it is known from
==========  ===============  =====================================================================================
analyse     ``analysis``     tokens with their spelling corrected (``tokens``; Damerau 1964), names (``terms``; entity
                             linking, longest match first)
retrieve    ``retrieval``    query likelihood of words and character n-grams, smoothed by entry and collection
                             (Ponte and Croft 1998; impacts: Anh and Moffat 2001), expansions by doc2query's idea
                             (Nogueira et al. 2019)
rank        ``ranking``      features: what speaks for a statement, six numbers, none computed from a score;
                             one linear model of them, fitted as a conditional logit (McFadden 1973); its softmax is
                             the probability that a statement decides
align       ``alignment``    the same statement in the reader's language
settle      ``settling``     answer verification: whether the best ruling answers the very question, by a logistic
                             regression; a ruling comes first or not at all
select      ``selection``    passage selection: the smallest set of statements that settles the question
abstain     ``abstention``   selective answering (Chow 1970): a calibrated probability, and declining below a limit
present     ``answers``      what a reader is given: rulings, chains of links, what to read next
==========  ===============  =====================================================================================

What is no question but the name of statements, or their link, is not looked for: ``naming`` gives what it names.
"""
