"""A toy game with everything the contract knows and seals has not: a secret ballot and chance.

Both seats secretly call heads or tails; then an unfair coin (heads 1 in 3) falls; who called it
right wins. It serves to test the contract suite and is no part of the product.
"""
