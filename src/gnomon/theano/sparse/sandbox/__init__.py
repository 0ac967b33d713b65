"""Operations on sparse matrices that Theano had on trial."""
