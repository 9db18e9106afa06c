"""A toy game with what seals lacks: a secret ballot and chance.

Both seats secretly call heads or tails; then an unfair coin (heads 1 in 3) falls; a seat with the
right call wins. It tests the contract suite and is no part of the product.
"""
